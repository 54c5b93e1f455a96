import type { Mark } from '#shared/library/marks.ts'
import { db, Prisma } from '../database/db.ts'
import { getUnlockedPromptId } from '../library/prompts.ts'
import type { PromptReader } from '../library/prompts.ts'
import { notFound } from '../problem.ts'
import { setSaved } from '../sql/saved-items.ts'

type Sums = { avg: number | null; count: number }
type MyRating = Sums & { your_value: number | null }

export function listMarks(user_id: number, slugs: string[]): Promise<Mark[]> {
  return db.$queryRaw`
    SELECT slug, rating.value::int AS user_rating, saved_prompt.prompt_id IS NOT NULL AS is_saved
      FROM prompt LEFT JOIN rating ON rating.prompt_id = prompt.id AND rating.user_id = ${user_id}
      LEFT JOIN saved_prompt ON saved_prompt.prompt_id = prompt.id AND saved_prompt.user_id = ${user_id}
     WHERE slug = ANY(${slugs}) ORDER BY array_position(${slugs}, slug)`
}

/** Saves or unsaves a prompt. To save a locked one throws 403 with the tier that it needs. Throws 404. */
export async function savePrompt(slug: string, reader: PromptReader, is_saved: boolean) {
  if (is_saved) await getUnlockedPromptId(slug, reader)
  return setSaved('prompt', { slug, user_id: reader.viewer.id, isVisible: Prisma.sql`true` }, is_saved)
}

export async function ratePrompt(slug: string, value: number, reader: PromptReader): Promise<MyRating> {
  await getUnlockedPromptId(slug, reader)
  const [sums] = await db.$queryRaw<Sums[]>`SELECT * FROM rate_prompt(${slug}, ${reader.viewer.id}, ${value})`
  if (!sums) throw notFound()
  return { your_value: value, ...sums }
}

export async function removeRating(user_id: number, slug: string): Promise<MyRating> {
  const [sums] = await db.$queryRaw<Sums[]>`SELECT * FROM unrate_prompt(${slug}, ${user_id})`
  if (!sums) throw notFound()
  return { your_value: null, ...sums }
}
