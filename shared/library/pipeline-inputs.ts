import { locales } from '../locale.ts'
import type { Locale } from '../locale.ts'
import { checkInputs } from './pipelines.ts'
import type { InputProblem, InputSources } from './pipelines.ts'
import { readTemplate } from './placeholders.ts'

type Contents = Partial<Record<Locale, string>>
type InLocales<Text> = Partial<Record<Locale, Text | null>>
type Step = { contents: Contents; texts: InLocales<{ inputs: InputSources }> }

export const placeholdersIn = (contents: Contents, locale: Locale): string[] =>
  readTemplate(contents[locale] ?? contents.en ?? '').fields.map(({ name }) => name)

export function inputProblems(
  steps: readonly Step[],
  locale: Locale,
): { at: number; name: string; problem: InputProblem }[] {
  const stepInputs = steps.map(({ contents, texts }) => ({
    names: placeholdersIn(contents, locale),
    inputs: texts[locale]?.inputs ?? {},
  }))
  return checkInputs(stepInputs).flatMap(({ problems }, at) => problems.map((problem) => ({ at, ...problem })))
}

export const mismatchedTexts = (texts: InLocales<object>, steps: readonly { texts: InLocales<object> }[]) =>
  locales.flatMap((locale) =>
    steps.flatMap((step, at) =>
      Boolean(step.texts[locale]) === Boolean(texts[locale]) ? [] : [{ at, locale, isMissing: Boolean(texts[locale]) }],
    ),
  )
