import { createElement } from 'react'
import type { ComponentProps } from 'react'

type IconData = { node: [tag: string, attributes: object][] }

/** Replaces `createLucideIcon` in builds (vite.config.ts). It saves 1 kB per page. styles.css has shared attributes. */
export default function createLucideIcon({ node }: IconData) {
  return function Icon({ className = '', ...props }: ComponentProps<'svg'>) {
    return createElement(
      'svg',
      { viewBox: '0 0 24 24', 'aria-hidden': true, className: `icon ${className}`, ...props },
      ...node.map(([tag, attributes]) => createElement(tag, attributes)),
    )
  }
}
