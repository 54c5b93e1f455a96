import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isSignedIn } from '../../app/session/viewer.ts'

declare global {
  var takeEarlyClicks: (() => Iterable<HTMLElement>) | undefined
}

/** Head script that records clicks before hydration. React does not replay clicks on buttons. */
export const earlyClicksScript = `{let b=new Set,f=({target:t})=>(t=t.closest?.('button[type=button]'))&&b.add(t);addEventListener('click',f,true);self.takeEarlyClicks=()=>(removeEventListener('click',f,true),b)}`

const clicked = new Set<HTMLElement>()

export function endEarlyClicks(): void {
  for (const button of globalThis.takeEarlyClicks?.() ?? []) clicked.add(button)
}

const replayDelayMs = 50

export function EarlyClicks() {
  const client = useQueryClient()
  useEffect(() => {
    const buttons = [...clicked]
    clicked.clear()
    const click = () => {
      for (const button of buttons) if (button.isConnected) button.click()
    }
    if (buttons.length === 0) return
    const waitForData = () =>
      void setTimeout(() => (client.isFetching() > 0 ? waitForData() : setTimeout(click, replayDelayMs)), replayDelayMs)
    if (isSignedIn()) waitForData()
    else click()
  }, [client])
  return null
}
