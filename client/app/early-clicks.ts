import { useEffect } from 'react'

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

/** Does, once the page beside it answers, what was clicked before. */
export function EarlyClicks() {
  useEffect(() => {
    const buttons = [...clicked]
    clicked.clear()
    for (const button of buttons) button.click()
  }, [])
  return null
}
