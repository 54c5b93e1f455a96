import { use } from 'react'
import type { ComponentProps, MouseEvent } from 'react'
import { UNSAFE_NavigationContext as NavigationContext } from 'react-router-dom'

type LinkProps = Omit<ComponentProps<'a'>, 'href' | 'target'> & {
  to: string
  /** True: the link adds no history entry. */
  replace?: boolean | undefined
}

const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey

/** Link to a page of the site. React Router's is larger and slower: it also prefetches and resolves nested routes. */
export function Link({ to, replace = false, onClick, children, ...rest }: LinkProps) {
  const { navigator } = use(NavigationContext)
  const navigate = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || !isPlainClick(event)) return
    event.preventDefault()
    // A link of the current address adds no history entry, like in a browser.
    if (replace || event.currentTarget.href === location.href) navigator.replace(to)
    else navigator.push(to)
  }
  return (
    <a {...rest} href={to} onClick={navigate}>
      {children}
    </a>
  )
}
