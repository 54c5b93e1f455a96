import { diffWordsWithSpace } from 'diff'
import { differencesOf } from './flatten.ts'

/** Time limit of the diff in ms. After it, the two texts are shown without a comparison. */
const timeout = 300

/** Characters of equal text shown on each side of a difference. */
const contextLength = 120

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
