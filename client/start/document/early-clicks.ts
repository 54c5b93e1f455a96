import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isSignedIn } from '../../app/session/viewer.ts'

declare global {
  /** From the script in the head: the buttons that were clicked until now, each once; ends with being called. */
  var takeEarlyClicks: (() => Iterable<HTMLElement>) | undefined
}

/** Runs in the head: React does what is clicked as it takes over, and hears nothing of what was clicked before. */
export const earlyClicksScript = `{let b=new Set,f=({target:t})=>(t=t.closest?.('button[type=button]'))&&b.add(t);addEventListener('click',f,true);self.takeEarlyClicks=()=>(removeEventListener('click',f,true),b)}`

const clicked = new Set<HTMLElement>()

/** Called as React begins to listen. */
export function endEarlyClicks(): void {
  for (const button of globalThis.takeEarlyClicks?.() ?? []) clicked.add(button)
}

const restMs = 50

/** Does, once the page beside it answers, what was clicked before: of a member's, what may still be clicked by then. */
export function EarlyClicks() {
  const client = useQueryClient()
  useEffect(() => {
    const buttons = [...clicked]
    clicked.clear()
    const click = () => {
      for (const button of buttons) if (button.isConnected) button.click()
    }
    if (buttons.length === 0) return
    // A member's page is a visitor's until what it fetches now has come, and was rendered a moment after that.
    const wait = () => void setTimeout(() => (client.isFetching() > 0 ? wait() : setTimeout(click, restMs)), restMs)
    if (isSignedIn()) wait()
    else click()
  }, [client])
  return null
}
