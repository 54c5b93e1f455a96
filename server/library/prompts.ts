import { isLocked, unescapeBreaks } from '#shared/library/schema.ts'
import type { Prompt } from '#shared/library/schema.ts'
import type { Locale } from '#shared/locale.ts'
import { placeholderLabels } from '#shared/library/placeholders.ts'
import { cacheTags } from '../cache/cache-tags.ts'
import type { Tagged } from '../cache/cache-tags.ts'
import { batchedByLocale, Prisma, queryRows } from '../database/db.ts'
import { notFound, tierRequiredProblem } from '../problem.ts'
import { outlinedText, wholeCardColumns } from './prompt-cards.ts'
import { categoryText, tagsJson, useCaseText } from './sql.ts'
import { categoryJson } from './use-cases.ts'

/** Row of a prompt. Texts are null if the tier does not include them, so that no later code can send them. */
type Found = Omit<Prompt, 'content'> & { content: string | null }

const exampleLines = Prisma.sql`(
  SELECT coalesce(json_agg(line ORDER BY number), '[]')
    FROM string_to_table(left(text.example, 400), E'\\n') WITH ORDINALITY AS start (line, number)
   WHERE number <= least(6, (cardinality(string_to_array(text.example, E'\\n')) + 1) / 2))`

const findPrompt = batchedByLocale<{ slug: string; tier: number }, Found>(
  { slug: 'text', tier: 'int' },
  (locale) => Prisma.sql`
    SELECT json_build_object(${wholeCardColumns}, 'tags', ${tagsJson('prompt.tag_ids', locale)},
             'use_case', json_build_object('id', prompt.use_case_id, 'slug', use_case_slug, 'title', use_case_words.title, 'category', ${categoryJson('prompt', locale)}),
             'example_lines', ${exampleLines},
             'content', CASE WHEN required_tier <= asked.tier THEN text.content END,
             'how_to_use', CASE WHEN required_tier <= asked.tier THEN text.how_to_use END,
             'known_issues', CASE WHEN required_tier <= asked.tier THEN text.known_issues END,
             'example', CASE WHEN required_tier <= asked.tier THEN text.example END,
             'example_values', CASE WHEN required_tier <= asked.tier THEN text.example_values END,
             'test_records', (SELECT test_records FROM prompt AS own WHERE own.id = prompt.id),
             'labels', CASE WHEN required_tier <= asked.tier THEN text.labels END,
             'user_rating', NULL, 'is_saved', false
           ) AS answer
      FROM effective_prompt AS prompt
      JOIN ${outlinedText('prompt.id', locale)}
      JOIN ${useCaseText('prompt.use_case_id', locale)} AS use_case_words ON true
      JOIN ${categoryText('prompt.category_id', locale)} AS category_words ON true
     WHERE prompt.slug = asked.slug`,
)

/** Returns the prompt without personal marks. Throws 403 with a preview if it needs a higher tier. */
export async function getPromptForTier(slug: string, locale: Locale, tier: number): Promise<Tagged<Prompt>> {
  const found = await findPrompt({ slug, tier }, locale)
  if (!found) throw notFound()
  const { content, example_lines, ...prompt } = found
  const tagged = [
    cacheTags.taxonomy,
    cacheTags.prompt(prompt.id),
    cacheTags.useCase(prompt.use_case.id),
    cacheTags.category(prompt.use_case.category.id),
  ]
  if (content === null) throw tierRequiredProblem(prompt.required_tier, { ...prompt, example_lines }, tagged)
  const value = {
    ...prompt,
    content,
    known_issues: unescapeBreaks(prompt.known_issues),
    labels: placeholderLabels(content, prompt.labels),
  }
  return { value, cacheTags: tagged }
}

export type PromptReader = { locale: Locale; viewer: { id: number; tier: number } }

/** Returns the id. Throws like `getPromptForTier`. For an open prompt it reads no texts. */
export async function getUnlockedPromptId(slug: string, { locale, viewer: { tier } }: PromptReader): Promise<number> {
  const [found] = await queryRows<{ id: number; required_tier: number }>(
    Prisma.sql`SELECT id, required_tier FROM effective_prompt WHERE slug = ${slug}`,
  )
  if (!found) throw notFound()
  return isLocked(found, tier) ? (await getPromptForTier(slug, locale, tier)).value.id : found.id
}
