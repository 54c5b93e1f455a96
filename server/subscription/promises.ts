import type { Locale } from '#shared/locale.ts'
import { db } from '../db.ts'
import { nameIn } from './status.ts'

/**
 * What the English features of each plan promise beside what the library opens to its tier, as a statement: the first
 * whole number before the word "prompts".
 */
export const promisesOfPlans = `
  SELECT slug, promised, (SELECT count(*)::int FROM effective_prompt WHERE required_tier <= plan.tier) AS there
    FROM plan JOIN plan_text ON plan_id = plan.id AND locale = 'en',
         LATERAL (SELECT replace(substring(description FROM '(\\d[\\d,]*)\\s+prompts'), ',', '')::int AS promised) AS said
   WHERE promised IS NOT NULL ORDER BY position`

export type PlanPromise = { slug: string; promised: number; there: number }

/** "10,000 prompts", "10.000 prompts", "1.000.000 de prompts", "500+ prompts". */
const promise = /(?<![\d.,])(\d{1,9}|\d{1,3}(?:[., ]\d{3}){1,3}) ?\+? (?:de )?prompts\b/giu

/** The highest number of prompts that a text names; null where it names none. */
export function promptsPromisedIn(text: string): number | null {
  const named = [...text.replaceAll(/\s/g, ' ').matchAll(promise)].map(([, digits = '']) =>
    Number(digits.replaceAll(/\D/g, '')),
  )
  return named.length > 0 ? Math.max(...named) : null
}

/** What the texts of plans promise, in whichever language they promise most: what is written is what was promised. */
export async function readPromises(locale: Locale): Promise<{ plan: string; tier: number; promised: number }[]> {
  const plans = await db.plan.findMany({
    orderBy: [{ position: 'asc' }, { id: 'asc' }],
    select: { tier: true, texts: { select: { locale: true, name: true, sub_title: true, description: true } } },
  })
  return plans.flatMap(({ tier, texts }) => {
    const named = texts.flatMap(({ sub_title, description }) => promptsPromisedIn(`${sub_title}\n${description}`) ?? [])
    return named.length > 0 ? [{ plan: nameIn(texts, locale), tier, promised: Math.max(...named) }] : []
  })
}
