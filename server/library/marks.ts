import type { Mark } from '#shared/marks.ts'
import { db } from '../db.ts'
import { notFound } from '../problem.ts'

type OwnRating = { your_value: number | null; avg: number | null; count: number }

/** What a person has noted of these prompts; those that do not exist are left out. */
export function listMarks(user_id: number, slugs: string[]): Promise<Mark[]> {
  return db.$queryRaw`
    SELECT slug, rating.value::int AS user_rating, saved_prompt.prompt_id IS NOT NULL AS is_saved
      FROM prompt LEFT JOIN rating ON rating.prompt_id = prompt.id AND rating.user_id = ${user_id}
      LEFT JOIN saved_prompt ON saved_prompt.prompt_id = prompt.id AND saved_prompt.user_id = ${user_id}
     WHERE slug = ANY(${slugs}) ORDER BY array_position(${slugs}, slug)`
}

/** Whoever saves twice has saved once. The locks keep both rows there until it is written. */
export async function savePrompt(user_id: number, prompt_id: number): Promise<void> {
  await db.$executeRaw`
    INSERT INTO saved_prompt (user_id, prompt_id)
    SELECT "user".id, prompt.id FROM "user", prompt WHERE "user".id = ${user_id} AND prompt.id = ${prompt_id} FOR KEY SHARE
    ON CONFLICT DO NOTHING`
}

export async function unsavePrompt(user_id: number, slug: string): Promise<void> {
  const found = await db.$queryRaw<unknown[]>`
    WITH removed AS (
      DELETE FROM saved_prompt USING prompt WHERE prompt_id = prompt.id AND prompt.slug = ${slug} AND user_id = ${user_id})
    SELECT id FROM prompt WHERE slug = ${slug}`
  if (found.length === 0) throw notFound()
}

/** The write holds the prompt's row, whose sums its trigger has set by then. */
async function withSums(change: ReturnType<typeof db.$executeRaw>, slug: string, your_value: number | null) {
  const sums = db.$queryRaw<Pick<OwnRating, 'avg' | 'count'>[]>`
    SELECT rating_avg AS avg, rating_count AS count FROM prompt WHERE slug = ${slug}`
  const [, [found]] = await db.$transaction([change, sums])
  if (!found) throw notFound()
  return { your_value, ...found }
}

/** One rating per person: rating again changes it. */
export function ratePrompt(user_id: number, slug: string, value: number): Promise<OwnRating> {
  const change = db.$executeRaw`
    INSERT INTO rating (prompt_id, user_id, value)
    SELECT prompt.id, "user".id, ${value} FROM "user", prompt WHERE "user".id = ${user_id} AND slug = ${slug} FOR KEY SHARE
    ON CONFLICT (prompt_id, user_id) DO UPDATE SET value = excluded.value, updated_at = now()
      WHERE rating.value <> excluded.value`
  return withSums(change, slug, value)
}

export function removeRating(user_id: number, slug: string): Promise<OwnRating> {
  const change = db.$executeRaw`
    DELETE FROM rating USING prompt WHERE prompt_id = prompt.id AND slug = ${slug} AND user_id = ${user_id}`
  return withSums(change, slug, null)
}
