import { ChevronDown } from 'lucide-react'

/**
 * Titles that open their texts, by the browser's own means: they open without scripts and by the search in the page.
 * Base UI's accordion writes inline styles into the server's page and weighs 9 KiB.
 */
export function Accordion({ items }: { items: readonly { title: string; text: string }[] }) {
  return (
    <div className="divide-y divide-line border-y border-line">
      {items.map(({ title, text }) => (
        <details key={title} className="group">
          <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-3 hover:text-brand [&::-webkit-details-marker]:hidden">
            <h3 className="text-lg font-semibold">{title}</h3>
            <ChevronDown
              className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180"
              aria-hidden="true"
            />
          </summary>
          <p className="max-w-prose pb-5 text-muted">{text}</p>
        </details>
      ))}
    </div>
  )
}
