import type { Prompt } from '#shared/library/schema.ts'
import type { ResponseCache } from '../cache/response-cache.ts'
import { createQueryLoader } from '../database/db.ts'
import { notFound } from '../problem.ts'
import { getPromptForTier } from './prompts.ts'
import type { PromptReader } from './prompts.ts'
import { cachedForTier } from './tier-cache.ts'

type PersonalPart = Pick<Prompt, 'rating_avg' | 'rating_count' | 'user_rating' | 'is_saved'>

const personalParts = createQueryLoader<{ user_id: number; slug: string }, PersonalPart>(
  ['user_id', 'slug'],
  `SELECT ordinality::int, rating_avg, rating_count,
          (SELECT value FROM rating WHERE prompt_id = prompt.id AND rating.user_id = asked.user_id) AS user_rating,
          EXISTS (SELECT FROM saved_prompt WHERE prompt_id = prompt.id AND saved_prompt.user_id = asked.user_id) AS is_saved
     FROM unnest($1::int[], $2::text[]) WITH ORDINALITY AS asked (user_id, slug, ordinality) JOIN prompt USING (slug)`,
)

/** Returns a prompt with the member's marks. If the rest is cached for the tier, only the marks are read. */
export async function getMyPrompt(slug: string, reader: PromptReader, responseCache: ResponseCache): Promise<Prompt> {
  const { locale, viewer } = reader
  const key = `prompt for tier ${viewer.tier} in ${locale}: ${slug}`
  const shared = await cachedForTier(responseCache, key, () => getPromptForTier(slug, locale, viewer.tier))
  const personal = await personalParts.load({ user_id: reader.viewer.id, slug })
  if (!personal) throw notFound()
  return { ...shared, ...personal }
}
