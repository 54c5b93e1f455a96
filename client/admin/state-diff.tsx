import { diffWordsWithSpace } from 'diff'
import { differencesOf } from './flatten.ts'

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
  return parts.map(({ value, added, removed }, index) => {
    if (added) return <ins key={index}>{value}</ins>
    return removed ? <del key={index}>{value}</del> : <span key={index}>{shortened(value)}</span>
  })
}

type StateDiffProps = { before: object | null; after: object | null; labelOf: (path: string) => string }

/** What differs between two states of a thing, field by field. */
export function StateDiff({ before, after, labelOf }: StateDiffProps) {
  return (
    <dl className="grid gap-3">
      {differencesOf(before, after, labelOf).map((difference) => (
        <div key={difference.path}>
          <dt className="text-sm font-semibold">{labelOf(difference.path)}</dt>
          <dd dir="auto" className="state-diff">
            <Words {...difference} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
