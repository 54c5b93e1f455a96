import type { Mark } from '#shared/marks.ts'
import { db } from '../db.ts'
import { getOpenPromptId } from '../library/prompts.ts'
import type { Reader } from '../library/prompts.ts'
import { notFound } from '../problem.ts'

type Sums = { avg: number | null; count: number }
type MyRating = Sums & { your_value: number | null }

export function listMarks(user_id: number, slugs: string[]): Promise<Mark[]> {
  return db.$queryRaw`
    SELECT slug, rating.value::int AS user_rating, saved_prompt.prompt_id IS NOT NULL AS is_saved
      FROM prompt LEFT JOIN rating ON rating.prompt_id = prompt.id AND rating.user_id = ${user_id}
      LEFT JOIN saved_prompt ON saved_prompt.prompt_id = prompt.id AND saved_prompt.user_id = ${user_id}
     WHERE slug = ANY(${slugs}) ORDER BY array_position(${slugs}, slug)`
}

/** The locks keep both rows there until it is written. */
export async function savePrompt(slug: string, reader: Reader): Promise<void> {
  const prompt_id = await getOpenPromptId(slug, reader)
  await db.$executeRaw`
    INSERT INTO saved_prompt (user_id, prompt_id)
    SELECT "user".id, prompt.id FROM "user", prompt WHERE "user".id = ${reader.viewer.id} AND prompt.id = ${prompt_id} FOR KEY SHARE
    ON CONFLICT DO NOTHING`
}

export async function unsavePrompt(user_id: number, slug: string): Promise<void> {
  const found = await db.$queryRaw<unknown[]>`
    WITH removed AS (
      DELETE FROM saved_prompt USING prompt WHERE prompt_id = prompt.id AND prompt.slug = ${slug} AND user_id = ${user_id})
    SELECT id FROM prompt WHERE slug = ${slug}`
  if (found.length === 0) throw notFound()
}

export async function ratePrompt(slug: string, value: number, reader: Reader): Promise<MyRating> {
  await getOpenPromptId(slug, reader)
  const [sums] = await db.$queryRaw<Sums[]>`SELECT * FROM rate_prompt(${slug}, ${reader.viewer.id}, ${value})`
  if (!sums) throw notFound()
  return { your_value: value, ...sums }
}

export async function removeRating(user_id: number, slug: string): Promise<MyRating> {
  const [sums] = await db.$queryRaw<Sums[]>`SELECT * FROM unrate_prompt(${slug}, ${user_id})`
  if (!sums) throw notFound()
  return { your_value: null, ...sums }
}
