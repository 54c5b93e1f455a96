import type { LibraryFigureName, Figures } from '#shared/library/figures.ts'
import type { Locale } from '#shared/locale.ts'
import { cacheTags } from '../cache/cache-tags.ts'
import { Prisma } from '../database/db.ts'
import { jsonRows } from '../sql/json-rows.ts'

export const figureCacheTags = [cacheTags.taxonomy, cacheTags.categories, cacheTags.useCases, cacheTags.promptCounts]

/** Rounds an advertised count down to two digits: 476 to 470, 99 to 90. Below 10 it is exact. */
export function roundDown(count: number): number {
  const step = count < 10 ? 1 : 10 ** Math.max(1, String(Math.floor(count)).length - 2)
  return Math.floor(count / step) * step
}

const nouns: Record<
  Locale,
  Record<LibraryFigureName, Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>
> = {
  en: {
    prompts: { one: 'prompt', other: 'prompts' },
    free_prompts: { one: 'prompt', other: 'prompts' },
    niches: { one: 'niche', other: 'niches' },
  },
  es: {
    prompts: { one: 'prompt', many: 'de prompts', other: 'prompts' },
    free_prompts: { one: 'prompt', many: 'de prompts', other: 'prompts' },
    niches: { one: 'nicho', many: 'de nichos', other: 'nichos' },
  },
}

/** Replaces "{prompts}", "{free_prompts}" and "{niches}" by counts, such as "470 prompts". */
export function fillFigurePlaceholders(text: string, figures: Figures, locale: Locale): string {
  const format = new Intl.NumberFormat(locale, { useGrouping: 'always' })
  const rules = new Intl.PluralRules(locale)
  return text.replaceAll(
    /(?<![${])\{(prompts|free_prompts|niches)\}(?!\})/g,
    (_placeholder, name: LibraryFigureName) => {
      const count = roundDown(figures[name])
      const forms = nouns[locale][name]
      return `${format.format(count)} ${forms[rules.select(count)] ?? forms.other}`
    },
  )
}

export async function readFigures(): Promise<Figures> {
  const [figures = { prompts: 0, free_prompts: 0, niches: 0 }] = await jsonRows<Figures>(Prisma.sql`
    SELECT json_build_object('prompts', coalesce(sum(prompts), 0),
             'free_prompts', coalesce(sum(free_prompts) FILTER (WHERE required_tier = 0), 0),
             'niches', count(DISTINCT category_id) FILTER (WHERE prompts > 0)) AS answer
      FROM effective_use_case AS use_case JOIN prompt_count ON use_case_id = use_case.id`)
  return figures
}
