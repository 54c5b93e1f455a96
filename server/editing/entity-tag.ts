import { createHash } from 'node:crypto'
import { HttpProblem } from '../problem.ts'

export const etagOf = (item: object) =>
  `"${createHash('sha256').update(JSON.stringify(item)).digest('base64url').slice(0, 22)}"`

/** Throws 428 without If-Match, or 412 with the current item. Accepts weak ETags, which some proxies make. */
export function checkIfMatch(if_match: string | undefined, current: object): void {
  if (if_match === undefined) throw new HttpProblem(428, 'editing.if_match', { code: 'precondition_required' })
  const etag = etagOf(current)
  const tags = if_match.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  if (tags.includes('*') || tags.includes(etag)) return
  throw new HttpProblem(412, 'editing.changed', { code: 'changed_meanwhile', etag, current })
}
