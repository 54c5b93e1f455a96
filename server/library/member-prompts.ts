import { Prompt } from '#shared/library.ts'
import type { Locale } from '#shared/locale.ts'
import { bytesOf } from '../answers.ts'
import type { Answers } from '../answers.ts'
import { notFound, tierRequired } from '../problem.ts'
import { openPrompt, topicsOf } from './prompts.ts'

type Asking = { locale: Locale; tier: number }

/** What a prompt says to everyone of a tier, as JSON, kept as long as a visitor's answer would be. */
async function sharedPart(slug: string, { locale, tier }: Asking, answers: Answers): Promise<string> {
  const key = `prompt for tier ${tier} in ${locale}: ${slug}`
  const kept = answers.get(key)
  if (kept) return kept.bodies.identity.toString()
  const begun = answers.begin()
  const opened = await openPrompt(slug, locale, tier)
  if (opened.locked) throw tierRequired(opened.prompt.required_tier, opened.prompt)
  const {
    rating_avg: _avg,
    rating_count: _count,
    user_rating: _own,
    is_saved: _saved,
    ...shared
  } = Prompt.parse(opened.prompt)
  const text = JSON.stringify(shared)
  const topics = topicsOf(opened.prompt)
  answers.keep(key, { status: 200, etag: '', topics, headers: [], bodies: { identity: bytesOf(text) } }, begun)
  return text
}

/** The ratings of a prompt as they stand, and what the person has noted of it, as JSON. */
export const ownPart = {
  name: 'own part of a prompt',
  expression: `(SELECT json_build_object('rating_avg', rating_avg, 'rating_count', rating_count,
      'user_rating', (SELECT value FROM rating WHERE prompt_id = prompt.id AND user_id = asked.user_id),
      'is_saved', EXISTS (SELECT FROM saved_prompt WHERE prompt_id = prompt.id AND user_id = asked.user_id))::text
    FROM prompt WHERE slug = asked.key)`,
}

/** A prompt with the person's own part, as JSON: no look-up more once somebody of the tier has read it. */
export async function readPrompt(slug: string, asking: Asking, own: string | null, answers: Answers): Promise<string> {
  const shared = await sharedPart(slug, asking, answers)
  if (own === null) throw notFound()
  return `${shared.slice(0, -1)},${own.slice(1)}`
}
