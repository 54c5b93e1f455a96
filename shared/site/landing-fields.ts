export type LandingLine =
  | { kind: 'line'; max: number }
  | { kind: 'text'; max: number }
  | { kind: 'lines'; most: number; max: number }
export type LandingItems = { kind: 'items'; most: number; fields: Record<string, LandingLine> }
export type LandingField = LandingLine | LandingItems

const line = (max: number) => ({ kind: 'line', max }) as const
const text = (max: number) => ({ kind: 'text', max }) as const
const lines = (most: number, max: number) => ({ kind: 'lines', most, max }) as const
const items = <Fields extends Record<string, LandingLine>>(most: number, fields: Fields) =>
  ({ kind: 'items', most, fields }) as const
const point = { title: line(100), text: text(400) }

export const landingFields = {
  hero: {
    head_title: line(100),
    head_description: text(300),
    title: line(120),
    typed: line(60),
    typed_whole: text(300),
    text: text(600),
    action: line(40),
    library: line(40),
    note: line(120),
  },
  problem: { title: line(120), text: text(600), points: items(6, point) },
  solution: {
    title: line(120),
    text: text(600),
    models_title: line(120),
    models_note: text(300),
    features: items(12, point),
  },
  calls: { whole: line(160), lines: lines(6, 80), action: line(40) },
  benefits: { title: line(120), items: items(12, { ...point, chips: lines(6, 40) }) },
  pricing: {
    title: line(120),
    free: line(160),
    whole: line(160),
    recommended: line(40),
    free_action: line(40),
    paid_action: line(40),
    paid_account: line(60),
    note: text(300),
  },
  questions: { title: line(120) },
  testimonials: { title: line(120), samples: line(120), sample: line(40) },
} as const satisfies Record<string, Record<string, LandingField>>

export type LandingSection = keyof typeof landingFields

type ValueOf<Field> = Field extends { kind: 'lines' }
  ? readonly string[]
  : Field extends { kind: 'items'; fields: infer Fields }
    ? readonly { readonly [Name in keyof Fields]: ValueOf<Fields[Name]> }[]
    : string
export type LandingTexts<Name extends LandingSection = LandingSection> = {
  readonly [Field in keyof (typeof landingFields)[Name]]: ValueOf<(typeof landingFields)[Name][Field]>
}
export type ShippedSection = {
  [Name in LandingSection]: { readonly name: Name } & LandingTexts<Name>
}[LandingSection]
export type LandingItem = { readonly [field: string]: string | readonly string[] }
export type JsonLandingTexts = { [field: string]: string | string[] | { [name: string]: string | string[] }[] }
export type AnyLandingTexts = { readonly [field: string]: string | readonly string[] | readonly LandingItem[] }

export const maxHeroPrompts = 4
