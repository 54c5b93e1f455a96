import { Prompt } from '#shared/library.ts'
import type { Locale } from '#shared/locale.ts'
import { bytesOf } from '../answers.ts'
import type { Answers } from '../answers.ts'
import { lookUp } from '../db.ts'
import { notFound, tierRequired } from '../problem.ts'
import { openPrompt, topicsOf } from './prompts.ts'

type Asking = { locale: Locale; tier: number; id: number }

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

/** The ratings as they stand, and what the person has noted, as JSON. */
async function ownPart(slug: string, user_id: number): Promise<string> {
  const found = await lookUp<{ part: string }>(
    'own part of a prompt',
    `SELECT json_build_object('rating_avg', rating_avg, 'rating_count', rating_count,
             'user_rating', (SELECT value FROM rating WHERE prompt_id = prompt.id AND user_id = $1),
             'is_saved', EXISTS (SELECT FROM saved_prompt WHERE prompt_id = prompt.id AND user_id = $1))::text AS part
      FROM prompt WHERE slug = $2`,
    [user_id, slug],
  )
  if (!found) throw notFound()
  return found.part
}

/** A prompt with the person's own marks, as JSON: two look-ups by a key once somebody of the tier has read it. */
export async function readPrompt(slug: string, asking: Asking, answers: Answers): Promise<string> {
  const shared = await sharedPart(slug, asking, answers)
  const own = await ownPart(slug, asking.id)
  return `${shared.slice(0, -1)},${own.slice(1)}`
}
