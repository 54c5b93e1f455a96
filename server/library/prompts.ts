import { realBreaks } from '#shared/library.ts'
import type { Prompt, PromptPreview } from '#shared/library.ts'
import type { Locale } from '#shared/locale.ts'
import { Prisma } from '../db.ts'
import { notFound, tierRequired } from '../problem.ts'
import { topics } from '../topics.ts'
import { answersOf, categoryText, models, promptText, tags, useCaseText } from './sql.ts'
import { categoryOf } from './use-cases.ts'

/** What the statement tells: the texts are null where the tier does not open them, so that nothing later can let them out. */
type Found = Omit<Prompt, 'content'> & { content: string | null }
export type OpenedPrompt = { locked: false; prompt: Prompt } | { locked: true; prompt: PromptPreview }

/** A prompt as a visitor of this tier may see it: without anyone's marks. */
export async function openPrompt(slug: string, locale: Locale, tier: number): Promise<OpenedPrompt> {
  const [found] = await answersOf<Found>(Prisma.sql`
    SELECT json_build_object('id', prompt.id, 'slug', prompt.slug, 'title', text.title, 'short_description', text.short_description,
             'length_tag', prompt.length_tag, 'rating_avg', prompt.rating_avg, 'rating_count', prompt.rating_count,
             'required_tier', tier, 'content_locale', text.locale,
             'models', ${models('prompt.model_ids')}, 'tags', ${tags('prompt.tag_ids', locale)},
             'use_case', json_build_object('id', use_case.id, 'slug', use_case.slug, 'title', use_case_words.title, 'category', ${categoryOf(locale)}),
             'content', CASE WHEN tier <= ${tier} THEN text.content END,
             'how_to_use', CASE WHEN tier <= ${tier} THEN text.how_to_use END,
             'known_issues', CASE WHEN tier <= ${tier} THEN text.known_issues END,
             'user_rating', NULL, 'is_saved', false
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

/** What tells of a change to the prompt or to what stands around it. */
export const topicsOf = ({ id, use_case }: PromptPreview) => [
  topics.taxonomy,
  topics.prompt(id),
  topics.useCase(use_case.id),
  topics.category(use_case.category.id),
]

/** A prompt that this tier opens; one above it is refused as its page is. */
export async function getOpenPrompt(slug: string, locale: Locale, { tier }: { tier: number }): Promise<Prompt> {
  const opened = await openPrompt(slug, locale, tier)
  if (opened.locked) throw tierRequired(opened.prompt.required_tier, opened.prompt)
  return opened.prompt
}
