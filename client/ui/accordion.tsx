import { Accordion as Base } from '@base-ui/react/accordion'
import { ChevronDown } from 'lucide-react'
import type { CSSProperties } from 'react'

/** Base UI's measures are set aside: nothing uses them, and the server's page may hold no inline style. */
const unmeasured = {
  '--accordion-panel-height': undefined,
  '--accordion-panel-width': undefined,
} as CSSProperties

/** Titles that open their texts; closed ones are found by the browser's search, and are open where no script runs. */
export function Accordion({ items }: { items: { title: string; text: string }[] }) {
  return (
    <Base.Root hiddenUntilFound className="divide-y divide-line border-y border-line">
      {items.map(({ title, text }) => (
        <Base.Item key={title} value={title}>
          <Base.Header>
            <Base.Trigger className="group flex min-h-14 w-full items-center justify-between gap-4 py-3 text-left text-lg font-semibold hover:text-brand">
              {title}
              <ChevronDown
                className="size-5 shrink-0 text-muted transition-transform group-data-panel-open:rotate-180 noscript:hidden"
                aria-hidden="true"
              />
            </Base.Trigger>
          </Base.Header>
          <Base.Panel style={unmeasured} className="noscript:block! noscript:[content-visibility:visible]!">
            <p className="max-w-prose pb-5 text-muted">{text}</p>
          </Base.Panel>
        </Base.Item>
      ))}
    </Base.Root>
  )
}
