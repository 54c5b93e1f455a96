import { createElement } from 'react'
import type { ComponentProps } from 'react'

type IconData = { node: [tag: string, attributes: object][] }

/**
 * Takes the place of lucide-react's own `createLucideIcon` in a build (vite.config.ts), which brings a kilobyte to every
 * page and, on the server, costs more than the icon: what all icons have in common is said once, in styles.css.
 */
export default function createLucideIcon({ node }: IconData) {
  return function Icon({ className = '', ...props }: ComponentProps<'svg'>) {
    return createElement(
      'svg',
      { viewBox: '0 0 24 24', 'aria-hidden': true, className: `icon ${className}`, ...props },
      ...node.map(([tag, attributes]) => createElement(tag, attributes)),
    )
  }
}
