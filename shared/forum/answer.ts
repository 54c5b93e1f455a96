import * as z from 'zod/mini'
import { wholeNumber } from '../fields.ts'
import { isModerator, isPublic } from './schema.ts'
import type { Role } from '../users/schema.ts'

export const NewAnswer = z.object({ comment_id: wholeNumber(1, 2_147_483_647) })

type Answered = Parameters<typeof isPublic>[0] & { author_id: number | null }
export const canMarkAnswer = (person: { id: number; role: Role } | null, thread: Answered): boolean =>
  person !== null && isPublic(thread) && (thread.author_id === person.id || isModerator(person))
