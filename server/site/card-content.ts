import * as z from 'zod/mini'
import { Locale } from '#shared/locale.ts'
import type { CardKind, CardSection } from '#shared/site/cards.ts'
import { translate } from '../translate.ts'
import type { SocialCard } from './social-cards.ts'

const Named = z.object({ name: z.string() })
const Functional = z.object({ slug: z.string(), name: z.string() })
const Labels = z.record(z.string(), z.string())

/** Fields of a response that a card shows. A locked item has `inputs`, an open one has `labels`. */
const Item = z.object({
  title: z.string(),
  content_locale: z.optional(Locale),
  use_case: z.optional(z.object({ category: z.object({ name: z.string(), functional: Functional }) })),
  functional: z.optional(Functional),
  prompts: z.optional(z.array(z.unknown())),
  inputs: z.optional(z.array(z.string())),
  labels: z.optional(Labels),
  steps: z.optional(z.array(z.object({ labels: Labels, inputs: z.record(z.string(), z.unknown()) }))),
  tags: z.optional(z.array(Named)),
  section: z.optional(Named),
})
type Item = z.infer<typeof Item>

/** Response of a public read. A locked item is in `preview`, without its texts. */
const Answer = z.union([Item, z.object({ preview: Item })])

export function cardItemOf(body: unknown): Item | null {
  const { data } = z.safeParse(Answer, body)
  return data ? ('preview' in data ? data.preview : data) : null
}

/** Labels of the blanks that a person fills in, without those that an earlier step fills. */
function blanksOf({ inputs, labels = {}, steps = [] }: Item): string[] {
  const requested = steps.flatMap((step) =>
    Object.entries(step.labels).flatMap(([name, label]) => (Object.hasOwn(step.inputs, name) ? [] : [label])),
  )
  return inputs ?? [...new Set([...Object.values(labels), ...requested])]
}

function lineOf(
  kind: CardKind,
  { use_case, functional, prompts = [], tags = [], section }: Item,
  locale: Locale,
): string {
  const named = translate(locale, `cards.kinds.${kind}`)
  if (use_case) return use_case.category.name
  const detail = functional ? translate(locale, 'cards.steps', { count: prompts.length }) : (section ?? tags[0])?.name
  return [functional?.name ?? named, detail].filter((part) => part).join(' · ')
}

export const itemCard = (kind: CardKind, item: Item, locale: Locale): SocialCard => ({
  locale: item.content_locale ?? locale,
  kind: translate(locale, `cards.kinds.${kind}`),
  line: lineOf(kind, item, locale),
  group: (item.use_case?.category.functional ?? item.functional)?.slug ?? null,
  title: item.title,
  blanks: blanksOf(item),
})

export const sectionCard = (section: CardSection, site: string, locale: Locale): SocialCard => ({
  locale,
  kind: '',
  line: '',
  group: null,
  title: translate(locale, `cards.sections.${section}`, { site }),
  blanks: section === 'home' || section === 'library' ? [...translate(locale, 'cards.blanks')] : [],
})
