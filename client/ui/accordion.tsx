import { ChevronDown } from 'lucide-react'

type Question = { id: number; q: string; a: string }

/** Accordion of details elements, which need no scripts and open in a page search. Base UI's adds 9 KiB. */
export function Accordion({ items }: { items: readonly Question[] }) {
  return (
    <div className="divide-y divide-line border-y border-line">
      {items.map(({ id, q, a }) => (
        <details key={id} className="group">
          <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-3 hover:text-brand [&::-webkit-details-marker]:hidden">
            <h3 className="min-w-0 text-lg font-semibold wrap-anywhere">{q}</h3>
            <ChevronDown
              className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180"
              aria-hidden="true"
            />
          </summary>
          <p className="max-w-prose pb-5 wrap-anywhere whitespace-pre-line text-muted">{a}</p>
        </details>
      ))}
    </div>
  )
}
