import { locales } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { shortFormThreshold, readTemplate, maxShortFormFields } from '#shared/library/placeholders.ts'

export const capabilities = [
  {
    models: ['chatgpt', 'claude', 'gemini', 'mistral'],
    en: 'Needs an assistant that can run code',
    es: 'Necesita un asistente que pueda ejecutar código',
  },
  {
    models: ['chatgpt', 'claude', 'gemini', 'mistral', 'deepseek'],
    en: 'Needs an assistant that can search the web',
    es: 'Necesita un asistente que pueda buscar en la web',
  },
  {
    models: ['chatgpt', 'claude', 'gemini', 'mistral'],
    en: 'Needs an assistant that can read images',
    es: 'Necesita un asistente que pueda leer imágenes',
  },
  {
    models: ['chatgpt', 'gemini', 'mistral'],
    en: 'Needs an assistant that can make images',
    es: 'Necesita un asistente que pueda crear imágenes',
  },
  {
    models: ['chatgpt', 'claude', 'gemini'],
    en: 'Needs an assistant that can take in long documents',
    es: 'Necesita un asistente que admita documentos largos',
  },
  {
    models: ['chatgpt', 'claude', 'gemini', 'mistral'],
    en: 'Needs an assistant that can work in your files',
    es: 'Necesita un asistente que pueda trabajar en tus archivos',
  },
]

type PromptTexts = {
  title: string
  short_description?: string | undefined
  content: string
  how_to_use?: string | undefined
  known_issues?: string | undefined
  example?: string | undefined
  example_values?: Record<string, string> | undefined
}
type PromptLike = { slug: string; models: string[]; texts: { en: PromptTexts; es?: PromptTexts | undefined } }

const maxDescriptionLength = 160
const maxFields = 8

type Wording = { pattern: RegExp; advice: string }
/** Style rules: one number format, one term for a step, no unidiomatic phrases. */
const wordings: Record<Locale, Wording[]> = {
  en: [
    { pattern: /\d percent\b/, advice: 'write 10%' },
    { pattern: /\d %/, advice: 'write 10%, without a space' },
    { pattern: /^\W*Stage \d/m, advice: 'write Step' },
    { pattern: /^[^\p{L}\n]*Step \d+(?: [-–] |\. [^\n.:?!;|]{1,70}$)/mu, advice: 'write Step 1: Heading' },
    { pattern: /\bstands? in (?:the|my|your) (?:notes|texts?|data|list|source|material)\b/i, advice: 'write “is in”' },
    { pattern: /\bmend(?:s|ed|ing)?\b/i, advice: 'write fix' },
    { pattern: /\bof at most\b/, advice: 'write “of up to”, or turn it round' },
    { pattern: /\bmails\b(?! what)/i, advice: 'write emails' },
    { pattern: /\buntil when\b(?!\?)/i, advice: 'write by when, or how long' },
    { pattern: /(?<!(?:to|for|from|by|with|of) )\bwhom (?:to|we|you|I|do|does|did|else)\b/i, advice: 'write who' },
    { pattern: /\bany more[.,:;!?)]/, advice: 'write anymore' },
    { pattern: /\bthe other way round\b/i, advice: 'write the other way around' },
    { pattern: /\b[ap]\.m\.\.(?!\.)/, advice: 'one period is enough' },
  ],
  es: [
    { pattern: /\d por ciento\b/, advice: 'escribe 10 %' },
    { pattern: /\d%/, advice: 'escribe 10 %, con espacio' },
    { pattern: /(?<![\d.,+-] ?)\b\d{1,3} \d{3}(?:,\d+)? (?:€|euros|\$)/, advice: 'escribe 38.000 €' },
    { pattern: /(?<![\d.,/-])\d{4,} ?(?:€|euros\b)/, advice: 'escribe 3.600 €' },
    { pattern: /^\W*(?:Etapa|Fase) \d/m, advice: 'escribe Paso' },
    { pattern: /^[^\p{L}\n]*Paso \d+(?: [-–] |\. [^\n.:?!;|]{1,70}$)/mu, advice: 'escribe Paso 1: título' },
    { pattern: /\bautocontrol\b/i, advice: 'escribe autocomprobación' },
    {
      pattern: /(?<![\d.,/-])\d{4,} (?:personas|palabras|peticiones|usuarios|clientes|filas|horas)\b/,
      advice: 'escribe 1.000 personas',
    },
    { pattern: /(?<!por )\bhecho cuando\b/i, advice: 'escribe se da por hecho cuando' },
  ],
}

const missing: Record<Locale, RegExp> = {
  en: /\bmissing|\bunknown|\bnot (?:given|stated|say|know|in (?:the|my|your)|there|enough|sure)|\bask (?:me|for|one|up)|(?:do not|don't|never) (?:\w+ )?(?:invent|add|guess|assume|make up|fill|state|write|use)|\[\p{Lu}{3,}|\bwithout\b|\bif (?:there|you|I|it|a|an|the|no|any|one|something|nothing|two|less|fewer|they|my)\b|\bwhere (?:there|it|no|a|you|I|something)\b|\bonly (?:what|from|use)|\bassum|\bunless\b|\bneed more\b|\bopen\b/iu,
  es: /\bfalt|\bdescono|\bno (?:se |lo |te |me |consta|sé|sabes|figur|aparec|apare|indi|est[áé]|hay|di[cg])|\bpregúnt|\bpreg(?:unta|untas)|\bno (?:\w+ )?(?:invent|añad|supong|asum|complet|rellen|des\b|cites|uses|escrib)|\[\p{Lu}{3,}|\bsin\b|\bsi (?:no|hay|el|la|lo|los|las|un|una|algo|alg|tienes|te|me|es|son|dos|menos|queda)\b|\bsolo (?:lo|con|usa|a partir)|\bsupon|\bsupuest|\bsalvo\b|\babiert/iu,
}

const invention: Record<Locale, RegExp> = {
  en: /\b(?:may|might|can|could|will|tends to|sometimes) (?:still )?(?:invents?|makes? up|guess(?:es)?)\b/iu,
  es: /\b(?:puede|suele|tiende a|podría) (?:aun así )?(?:inventar|suponer|imaginar)/iu,
}
const nextClause = /[;:.] *\p{L}/u

/** A known issue of invention says how to notice it; otherwise the prompt should rule it out. */
const problemsOfKnownIssues = (text: string, locale: Locale): string[] =>
  text.split('\n').flatMap((line) => {
    const { index } = invention[locale].exec(line) ?? {}
    return index === undefined || nextClause.test(line.slice(index))
      ? []
      : [`known_issues: “${line}” does not say how to notice it`]
  })

const wordsIn = (text: string): string[] => text.toLowerCase().match(/\p{L}[\p{L}\p{N}]{3,}|\p{N}+/gu) ?? []

/** An example is a pair: the answer uses something of what was filled in. */
function problemsOfExample(example: string, values: Record<string, string>): string[] {
  if (!example.trim()) return ['example is empty']
  const filled = Object.values(values)
  const answer = new Set(wordsIn(example))
  return filled.length === 0 || filled.some((value) => wordsIn(value).some((word) => answer.has(word)))
    ? []
    : ['example uses nothing of its values']
}

export const problemsOfWording = (text: string, locale: Locale): string[] =>
  wordings[locale].flatMap(({ pattern, advice }) => {
    const [found] = pattern.exec(text) ?? []
    return found === undefined ? [] : [`“${found.trim()}”: ${advice}`]
  })

function problemsOfText(text: PromptTexts, locale: Locale): string[] {
  const { fields } = readTemplate(text.content)
  const toFill = fields.filter(({ fallback }) => fallback === null).map(({ name }) => name)
  const values = text.example_values ?? {}
  const names = new Set(fields.map(({ name }) => name))
  const description = text.short_description ?? ''
  return [
    ...(fields.length > maxFields ? [`asks for ${fields.length} fields: at most ${maxFields}`] : []),
    ...(fields.length >= shortFormThreshold && toFill.length > maxShortFormFields
      ? [`has ${fields.length} fields, ${toFill.length} of them without a default: at most ${maxShortFormFields}`]
      : []),
    ...toFill.filter((name) => !values[name]?.trim()).map((name) => `values: nothing was filled in for ${name}`),
    ...Object.keys(values).flatMap((name) => (names.has(name) ? [] : [`values: ${name} is no placeholder`])),
    ...Object.entries(values).flatMap(([name, value]) => (value.includes('[…') ? [`values: ${name} is cut`] : [])),
    ...(text.known_issues?.trim() ? [] : ['known_issues is empty']),
    ...problemsOfKnownIssues(text.known_issues ?? '', locale),
    ...problemsOfExample(text.example ?? '', values),
    ...(description.length > maxDescriptionLength ? [`short_description has ${description.length} characters`] : []),
    ...(missing[locale].test(text.content) ? [] : ['the content does not say what to do where something is missing']),
  ]
}

function problemsOfModels({ models, texts }: PromptLike, allModels: string[]): string[] {
  return locales.flatMap((locale) => {
    const notes = texts[locale]?.how_to_use ?? ''
    const needed = capabilities.filter((one) => notes.includes(one[locale]))
    const expected = allModels.filter((model) => needed.every((one) => one.models.includes(model)))
    return String(expected.toSorted()) === String(models.toSorted())
      ? []
      : [`${locale}: is for ${models.join()}, and its notes for ${expected.join()}`]
  })
}

export function problemsOfPrompt(prompt: PromptLike, allModels: string[]): string[] {
  const problems = locales.flatMap((locale) => {
    const text = prompt.texts[locale]
    return text ? problemsOfText(text, locale).map((problem) => `${locale}: ${problem}`) : []
  })
  return [...problems, ...problemsOfModels(prompt, allModels)].map((problem) => `${prompt.slug} ${problem}`)
}

/** Day on which the first text of the starter content was written. */
const firstDay = '2026-11-21'

/** Checks the dates of texts (ISO 8601): "Latest" sorts by them, so they are the days of writing. */
export const problemsOfDates = (texts: { slug: string; date: string | undefined }[], today: string): string[] =>
  texts.flatMap(({ slug, date }) => {
    if (!date) return [`${slug} has no date`]
    if (date < firstDay) return [`${slug} is dated ${date}, before the first day of the library`]
    return date > today ? [`${slug} is dated ${date}, in the future`] : []
  })

/** Tags filter: each is on at least one prompt and on at most a tenth of all. */
export const problemsOfTags = (tags: string[], prompts: { tags: string[] }[]): string[] =>
  tags.flatMap((tag) => {
    const count = prompts.filter((prompt) => prompt.tags.includes(tag)).length
    return count === 0 || count > prompts.length / 10 ? [`${tag} is on ${count} of ${prompts.length} prompts`] : []
  })

type TieredPrompt = { slug: string; required_tier: number; use_case: string; texts: { en: { content: string } } }
const lengthOf = ({ texts }: TieredPrompt) => texts.en.content.length

/** A use case's longest prompt is paid, as plans promise more complete prompts. Safety of children is always free. */
export function problemsOfTiers(prompts: TieredPrompt[]): string[] {
  const byUseCase = Map.groupBy(prompts, ({ use_case }) => use_case)
  return [...byUseCase].flatMap(([useCase, all]) => {
    const [longest] = all.toSorted((one, other) => lengthOf(other) - lengthOf(one))
    return !longest || longest.required_tier > 0 || longest.slug === 'when-a-child-is-bullied'
      ? []
      : [`${useCase}: ${longest.slug} is its longest prompt, and free`]
  })
}

const claims = [
  {
    pattern:
      /(?<![\d.,])\d[\d.,]*(?:\+| de)? (?:free |paid )?(?:prompts|niches|nichos|categories|categorías|use cases|casos de uso|pipelines)\b/iu,
    advice: 'use a placeholder, which is filled with the count',
  },
  {
    pattern:
      /\b(?:well-|carefully )?(?:tested|proven) prompts?\b|\bprompts? (?:is|are|was|were|(?:has|have) been) (?:\w+ )?tested\b/iu,
    advice: 'only a test record says that a prompt was tested',
  },
  {
    pattern: /\bprompts? (?:ya )?(?:(?:está|están|se ha|se han) )?(?:comprobad|probad)(?:o|os)\b/iu,
    advice: 'solo un registro de prueba dice que un prompt se ha probado',
  },
]

/** Finds counts of the library and tests of its prompts in a text about the product. */
export const problemsOfClaims = (text: string): string[] =>
  claims.flatMap(({ pattern, advice }) => {
    const [found] = pattern.exec(text) ?? []
    return found === undefined ? [] : [`“${found}”: ${advice}`]
  })

const firstWordOf = (text: string) => /[\p{L}\p{N}’']+/u.exec(text)?.[0].toLowerCase() ?? ''

export function commonFirstWords(texts: string[]): string[] {
  const byWord = Map.groupBy(texts, firstWordOf)
  return [...byWord].flatMap(([word, all]) => (all.length > texts.length / 3 ? [`${word}: ${all.length}`] : []))
}
