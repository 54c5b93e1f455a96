import type { Locale } from '#shared/locale.ts'

type PlanText = { locale: Locale; name: string; text: string }
type AdvertisedCount = { slug: string; tier: number; names: { locale: Locale; name: string }[]; promised: number }
type QueryRows = <Row>(sql: string) => Promise<Row[]>

/** Matches a number of prompts, as "10,000 prompts", "1.000.000 de prompts" or "500+ prompts". */
const countPattern = /(?<![\d.,])(\d{1,9}|\d{1,3}(?:[., ]\d{3}){1,3}) ?\+? (?:de )?prompts\b/giu

export function promptCountIn(text: string): number | null {
  const named = [...text.replaceAll(/\s/g, ' ').matchAll(countPattern)].map(([, digits = '']) =>
    Number(digits.replaceAll(/\D/g, '')),
  )
  return named.length > 0 ? Math.max(...named) : null
}

export async function readAdvertisedCounts(queryRows: QueryRows): Promise<AdvertisedCount[]> {
  const plans = await queryRows<{ slug: string; tier: number; texts: PlanText[] }>(`
    SELECT slug, tier, json_agg(json_build_object(
             'locale', locale, 'name', name, 'text', sub_title || E'\\n' || description)) AS texts
      FROM plan JOIN plan_text ON plan_id = plan.id WHERE NOT hidden GROUP BY plan.id ORDER BY position, plan.id`)
  return plans.flatMap(({ slug, tier, texts }) => {
    const named = texts.flatMap(({ text }) => promptCountIn(text) ?? [])
    return named.length > 0 ? [{ slug, tier, names: texts, promised: Math.max(...named) }] : []
  })
}

export async function compareAdvertisedCounts(queryRows: QueryRows): Promise<(AdvertisedCount & { there: number })[]> {
  const advertised = await readAdvertisedCounts(queryRows)
  const counts = await queryRows<{ tier: number; count: number }>(
    'SELECT required_tier AS tier, count(*)::int FROM effective_prompt GROUP BY 1',
  )
  return advertised.map((plan) => ({
    ...plan,
    there: counts.reduce((sum, { tier, count }) => (tier <= plan.tier ? sum + count : sum), 0),
  }))
}
