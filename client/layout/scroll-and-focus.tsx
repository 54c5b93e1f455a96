import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'
import type { Location } from 'react-router-dom'
import { parseStorage, readStorage, writeStorage } from '../app/storage.ts'

type Position = [key: string, top: number]
const arePositions = (positions: Position[]) => positions.every(Array.isArray)
const maxPositions = 50

/** How far down each place of the history was left; kept over a reload of the tab. */
function useScrollPositions() {
  const positions = useRef(new Map<string, number>())
  useLayoutEffect(() => {
    history.scrollRestoration = 'manual'
    positions.current = new Map(parseStorage(readStorage('scroll'), arePositions))
    // What a tab opens first has one key, whatever it is: a reload and the way back go on where it was left.
    // oxlint-disable-next-line typescript/no-deprecated -- what replaces it is three times as long
    if (!performance.navigation?.type) positions.current.delete('default')
    const storePositions = () => writeStorage('scroll', JSON.stringify([...positions.current].slice(-maxPositions)))
    addEventListener('pagehide', storePositions)
    return () => removeEventListener('pagehide', storePositions)
  }, [])
  return positions
}

/**
 * What a browser does when it opens a page, for pages that were gone to without it: back and forward lead to where one
 * was, a new page begins at its top or its hash, the focus moves there, and its title is said.
 */
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
