import { realBreaks } from '#shared/library.ts'
import type { Prompt, PromptPreview } from '#shared/library.ts'
import type { Locale } from '#shared/locale.ts'
import { Prisma } from '../db.ts'
import { notFound, tierRequired } from '../problem.ts'
import { answersOf, categoryText, models, promptText, tags, useCaseText } from './sql.ts'
import { categoryOf } from './use-cases.ts'

/** What the statement tells: the texts are null where the tier does not open them, so that nothing later can let them out. */
type Found = Omit<Prompt, 'content'> & { content: string | null }
export type OpenedPrompt = { locked: false; prompt: Prompt } | { locked: true; prompt: PromptPreview }

/** A prompt as this tier may see it, with the person's own marks. */
export async function openPrompt(
  slug: string,
  locale: Locale,
  asking: { tier: number; id: number | null },
): Promise<OpenedPrompt> {
  const [found] = await answersOf<Found>(Prisma.sql`
    SELECT json_build_object('id', prompt.id, 'slug', prompt.slug, 'title', text.title, 'short_description', text.short_description,
             'length_tag', prompt.length_tag, 'rating_avg', prompt.rating_avg, 'rating_count', prompt.rating_count,
             'required_tier', tier, 'content_locale', text.locale,
             'models', ${models('prompt.model_ids')}, 'tags', ${tags('prompt.tag_ids', locale)},
             'use_case', json_build_object('id', use_case.id, 'slug', use_case.slug, 'title', use_case_words.title, 'category', ${categoryOf(locale)}),
             'content', CASE WHEN tier <= ${asking.tier} THEN text.content END,
             'how_to_use', CASE WHEN tier <= ${asking.tier} THEN text.how_to_use END,
             'known_issues', CASE WHEN tier <= ${asking.tier} THEN text.known_issues END,
             'user_rating', (SELECT value FROM rating WHERE rating.prompt_id = prompt.id AND rating.user_id = ${asking.id}::int),
             'is_saved', EXISTS (SELECT FROM saved_prompt WHERE saved_prompt.prompt_id = prompt.id AND saved_prompt.user_id = ${asking.id}::int)
           ) AS answer
      FROM prompt JOIN use_case ON use_case.id = prompt.use_case_id JOIN category ON category.id = use_case.category_id
      JOIN ${promptText('prompt.id', locale)} AS text ON true
      JOIN ${useCaseText('use_case.id', locale)} AS use_case_words ON true
      JOIN ${categoryText('category.id', locale)} AS category_words ON true,
      LATERAL (SELECT greatest(prompt.required_tier, use_case.required_tier, category.required_tier) AS tier) AS effective
     WHERE prompt.slug = ${slug}`)
  if (!found) throw notFound()
  const { content, ...prompt } = found
  if (content === null) return { locked: true, prompt }
  return {
    locked: false,
    prompt: { ...prompt, content: realBreaks(content), known_issues: realBreaks(prompt.known_issues) },
  }
}

/** A prompt that this tier opens; one above it is refused as its page is. */
export async function getOpenPrompt(
  slug: string,
  locale: Locale,
  asking: { tier: number; id: number },
): Promise<Prompt> {
  const opened = await openPrompt(slug, locale, asking)
  if (opened.locked) throw tierRequired(opened.prompt.required_tier, opened.prompt)
  return opened.prompt
}
