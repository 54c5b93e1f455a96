import type { PromptLink, PromptSet, StartHere } from '#shared/library/start-here.ts'
import type { Locale } from '#shared/locale.ts'
import { cacheTags } from '../cache/cache-tags.ts'
import type { Tagged } from '../cache/cache-tags.ts'
import { Prisma } from '../database/db.ts'
import { jsonRows } from '../sql/json-rows.ts'
import { promptSetText, promptText } from './sql.ts'

const maxLatest = 6

/** Reads sets with their public prompts. A set without any is left out. */
const readSets = (locale: Locale) =>
  jsonRows<PromptSet>(Prisma.sql`
    SELECT json_build_object('slug', prompt_set.slug, 'shelf', shelf, 'title', words.title, 'prompts', held.prompts) AS answer
      FROM prompt_set JOIN ${promptSetText('prompt_set.id', locale)} AS words ON true, LATERAL (
        SELECT json_agg(json_build_object('slug', prompt.slug, 'title', text.title, 'required_tier', required_tier)
                        ORDER BY place) AS prompts
          FROM unnest(prompt_ids) WITH ORDINALITY AS listed (id, place) JOIN effective_prompt AS prompt USING (id)
          JOIN ${promptText('prompt.id', locale)} AS text ON true) AS held
     WHERE archived_at IS NULL AND held.prompts IS NOT NULL ORDER BY shelf, prompt_set.position, prompt_set.id`)

/** Reads the newest prompts, all from one month in UTC. A cached response stays right when a month ends. */
async function readLatest(locale: Locale): Promise<StartHere['latest']> {
  const rows = await jsonRows<PromptLink & { month: string }>(Prisma.sql`
    SELECT json_build_object('slug', prompt.slug, 'title', text.title, 'required_tier', required_tier, 'month', latest.month) AS answer
      FROM (SELECT id, to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM') AS month, created_at FROM prompt
             WHERE EXISTS (SELECT FROM effective_prompt WHERE effective_prompt.id = prompt.id) ORDER BY created_at DESC, id DESC LIMIT ${maxLatest}) AS latest
      JOIN effective_prompt AS prompt USING (id) JOIN ${promptText('prompt.id', locale)} AS text ON true
     ORDER BY latest.created_at DESC, prompt.id DESC`)
  const [first] = rows
  if (!first) return null
  const prompts = rows.filter(({ month }) => month === first.month).map(({ month: _month, ...prompt }) => prompt)
  return { month: first.month, prompts }
}

export async function getStartHere(locale: Locale): Promise<Tagged<StartHere>> {
  const [sets, latest] = [await readSets(locale), await readLatest(locale)]
  const tags = [cacheTags.sets, cacheTags.taxonomy, cacheTags.categories, cacheTags.useCases, cacheTags.promptDates]
  return { value: { sets, latest }, cacheTags: tags }
}
