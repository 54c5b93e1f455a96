import type { Locale } from '#shared/locale.ts'
import { db } from '../db.ts'
import { nameIn } from './status.ts'

/** "10,000 prompts", "10.000 prompts", "1.000.000 de prompts", "500+ prompts". */
const promise = /(?<![\d.,])(\d{1,9}|\d{1,3}(?:[., ]\d{3}){1,3}) ?\+? (?:de )?prompts\b/giu

/** The highest number of prompts that a text names; null where it names none. */
export function promptsPromisedIn(text: string): number | null {
  const named = [...text.replaceAll(/\s/g, ' ').matchAll(promise)].map(([, digits = '']) =>
    Number(digits.replaceAll(/\D/g, '')),
  )
  return named.length > 0 ? Math.max(...named) : null
}

type PlanText = { sub_title: string; description: string }

/** In whichever language they promise most: what is written is what was promised. */
function promisedIn(texts: PlanText[]): number | null {
  const named = texts.flatMap(({ sub_title, description }) => promptsPromisedIn(`${sub_title}\n${description}`) ?? [])
  return named.length > 0 ? Math.max(...named) : null
}

/** What each plan says beside what the library opens to its tier, as a statement: `promisesOf` reads its rows. */
export const textsOfPlans = `
  SELECT slug, (SELECT count(*)::int FROM effective_prompt WHERE required_tier <= plan.tier) AS there,
         (SELECT json_agg(json_build_object('sub_title', sub_title, 'description', description))
            FROM plan_text WHERE plan_id = plan.id) AS texts
    FROM plan ORDER BY position, id`
export type PlanTexts = { slug: string; there: number; texts: PlanText[] | null }
export type PlanPromise = { slug: string; promised: number; there: number }

export const promisesOf = (plans: PlanTexts[]): PlanPromise[] =>
  plans.flatMap(({ slug, there, texts }) => {
    const promised = promisedIn(texts ?? [])
    return promised === null ? [] : [{ slug, promised, there }]
  })

export async function readPromises(locale: Locale): Promise<{ plan: string; tier: number; promised: number }[]> {
  const plans = await db.plan.findMany({
    orderBy: [{ position: 'asc' }, { id: 'asc' }],
    select: { tier: true, texts: { select: { locale: true, name: true, sub_title: true, description: true } } },
  })
  return plans.flatMap(({ tier, texts }) => {
    const promised = promisedIn(texts)
    return promised === null ? [] : [{ plan: nameIn(texts, locale), tier, promised }]
  })
}
