import { forumPaths } from '#shared/forum/paths.ts'
import { get, post } from './app.ts'
import type { TestResponse } from './app.ts'
import { createPerson } from './people.ts'
import type { Person } from './people.ts'

export const longAgo = () => new Date(Date.now() - 2 * 86_400_000)

export const createMember = (changes: Parameters<typeof createPerson>[0] = {}): Promise<Person> =>
  createPerson({ email_confirmed_at: longAgo(), created_at: longAgo(), ...changes })

type As = { token: string } | undefined

/** The default typing time is that of a human. */
export const writeComment = (
  thread: { meta_slug: string },
  body: string,
  as: As,
  rest: object = {},
): Promise<TestResponse> =>
  post(forumPaths.api.comments(thread.meta_slug), { body, typing_ms: 60_000, ...rest }, { as })

export const readComments = (
  thread: { meta_slug: string },
  query: Parameters<typeof forumPaths.api.comments>[1] = {},
  as?: As,
): Promise<TestResponse> => get(forumPaths.api.comments(thread.meta_slug, query), { as })

export const idsOf = ({ body }: TestResponse): number[] => body.results.map(({ id }: { id: number }) => id)

export async function idsOnAll(
  path: string | null,
  as?: As,
  direction: 'next' | 'previous' = 'next',
): Promise<number[][]> {
  if (path === null) return []
  const page = await get(path, { as })
  return [idsOf(page), ...(await idsOnAll(page.body[direction], as, direction))]
}
