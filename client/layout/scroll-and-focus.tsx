import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'
import type { Location } from 'react-router-dom'
import { parseStorage, readStorage, writeStorage } from '../app/storage.ts'

type Position = [key: string, top: number]
const arePositions = (positions: Position[]) => positions.every(Array.isArray)
const maxPositions = 50

/** Scroll position of each history entry. It survives a reload of the tab. */
function useScrollPositions() {
  const positions = useRef(new Map<string, number>())
  useLayoutEffect(() => {
    history.scrollRestoration = 'manual'
    positions.current = new Map(parseStorage(readStorage('scroll'), arePositions))
    // The first entry of any tab has the key 'default'. Its position is valid only after a reload or Back.
    // oxlint-disable-next-line typescript/no-deprecated -- what replaces it is three times as long
    if (!performance.navigation?.type) positions.current.delete('default')
    const storePositions = () => writeStorage('scroll', JSON.stringify([...positions.current].slice(-maxPositions)))
    addEventListener('pagehide', storePositions)
    return () => removeEventListener('pagehide', storePositions)
  }, [])
  return positions
}

/** After a client navigation: scrolls, moves the focus and announces the title, like a page load. */
export function ScrollAndFocus() {
  const location = useLocation()
  const type = useNavigationType()
  const positions = useScrollPositions()
  const former = useRef<Location | null>(null)
  const [announcement, setAnnouncement] = useState('')

  useLayoutEffect(() => {
    const from = former.current
    former.current = location
    const left = positions.current.get(location.key)
    if (type === NavigationType.Pop) {
      if (left !== undefined) scrollTo(0, left)
    } else if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView()
    else if (from && from.pathname !== location.pathname) scrollTo(0, 0)
    const note = () => positions.current.set(location.key, scrollY)
    addEventListener('scroll', note, { passive: true })
    return () => removeEventListener('scroll', note)
  }, [location, type, positions])

  const first = useRef(location.pathname)
  useEffect(() => {
    if (first.current === location.pathname) return
    first.current = ''
    document.getElementById('content')?.focus({ preventScroll: true })
    setAnnouncement(document.title)
  }, [location.pathname])

  return <output className="sr-only">{announcement}</output>
}
