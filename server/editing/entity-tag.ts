import { createHash } from 'node:crypto'
import { HttpProblem } from '../problem.ts'

/** A strong ETag (RFC 9110) of an item as the API answers it: another one after each change, by whatever program. */
export const entityTagOf = (item: object) =>
  `"${createHash('sha256').update(JSON.stringify(item)).digest('base64url').slice(0, 22)}"`

/**
 * Throws 428 without an If-Match, and 412 with the present item where it names none of its tags. A proxy that compresses
 * may have made a tag weak on its way.
 */
export function checkIfMatch(if_match: string | undefined, current: object): void {
  if (if_match === undefined) throw new HttpProblem(428, 'editing.if_match', { code: 'precondition_required' })
  const etag = entityTagOf(current)
  const tags = if_match.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  if (tags.includes('*') || tags.includes(etag)) return
  throw new HttpProblem(412, 'editing.changed', { code: 'changed_meanwhile', etag, current })
}
