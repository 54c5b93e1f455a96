import { ChevronDown } from 'lucide-react'

type Question = { id: number; q: string; a: string }

/** Accordion of details elements, which need no scripts and open in a page search. Base UI's adds 9 KiB. */
export function Accordion({ items }: { items: readonly Question[] }) {
  return (
    <div className="accordion">
      {items.map(({ id, q, a }) => (
        <details key={id}>
          <summary>
            <h3>{q}</h3>
            <ChevronDown aria-hidden="true" />
          </summary>
          <p>{a}</p>
        </details>
      ))}
    </div>
  )
}
