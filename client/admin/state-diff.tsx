import { diffWordsWithSpace } from 'diff'
import { differencesOf } from './leaves.ts'

/** ms. Two long texts that have nothing in common are shown one after the other. */
const timeout = 300

/** Characters of what is the same that are shown on each side of what differs. */
const contextLength = 120

/** What is the same in a long text, but for its two ends. */
const shortened = (text: string) =>
  text.length > 3 * contextLength ? `${text.slice(0, contextLength)} […] ${text.slice(-contextLength)}` : text

function Words({ before, after }: { before: string; after: string }) {
  const parts = diffWordsWithSpace(before, after, { timeout }) ?? [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ]
  return parts.map(({ value, added, removed }, place) => {
    if (added) return <ins key={place}>{value}</ins>
    return removed ? <del key={place}>{value}</del> : <span key={place}>{shortened(value)}</span>
  })
}

type StateDiffProps = { before: object | null; after: object | null; labelOf: (way: string) => string }

/** What differs between two states of a thing, field by field. */
export function StateDiff({ before, after, labelOf }: StateDiffProps) {
  return (
    <dl className="grid gap-3">
      {differencesOf(before, after, labelOf).map((difference) => (
        <div key={difference.way}>
          <dt className="text-sm font-semibold">{labelOf(difference.way)}</dt>
          <dd dir="auto" className="state-diff">
            <Words {...difference} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
