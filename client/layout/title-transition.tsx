import { useEffect, useLayoutEffect, ViewTransition } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'
import './title-transition.css'

/** Title of the link that was clicked last, if it may become the heading of the next page. */
let clickedTitle: HTMLElement | null = null
let named: HTMLElement | null = null

/** Names one element for the browser's snapshots. It skips a transition in which two have the same name. */
function nameOnly(element: HTMLElement | null): void {
  named?.style.removeProperty('view-transition-name')
  named = element
  named?.style.setProperty('view-transition-name', 'page-title')
}

function rememberTitle({ target }: MouseEvent): void {
  const link = target instanceof Element ? target.closest<HTMLElement>('#content a') : null
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  clickedTitle = link && !isStill ? (link.querySelector<HTMLElement>('h2, h3, [data-title]') ?? link) : null
  nameOnly(clickedTitle)
}

/** Moves the title of a clicked link to the heading of the page that it opens, if both have the same text. */
export function TitleTransition() {
  const { key } = useLocation()
  const type = useNavigationType()
  useEffect(() => {
    addEventListener('click', rememberTitle, true)
    return () => removeEventListener('click', rememberTitle, true)
  }, [])
  // Runs between the browser's two snapshots.
  useLayoutEffect(() => {
    const heading = clickedTitle && document.querySelector<HTMLElement>('#content h1')
    nameOnly(heading?.textContent === clickedTitle?.textContent ? heading : null)
    clickedTitle = null
    // oxlint-disable-next-line react/exhaustive-effect-dependencies, react-hooks/exhaustive-deps -- runs after each navigation
  }, [key])
  if (type !== NavigationType.Push) return null
  return (
    <ViewTransition key={key} default="none" enter={clickedTitle ? 'auto' : 'none'}>
      <span className="title-transition" />
    </ViewTransition>
  )
}
