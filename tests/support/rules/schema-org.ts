import { readFileSync } from 'node:fs'

type Value = string | number | boolean | null | Value[] | { [name: string]: Value }

/** Schema.org vocabulary in schema-dts: `Base` has a type's properties, `Leaf` its name, the union its subtypes. */
const source = readFileSync(new URL('../../../node_modules/schema-dts/dist/schema.d.ts', import.meta.url), 'utf8')

type Definition = { parents: string[]; properties: Map<string, string[]> }
const definitions = new Map<string, Definition>()
for (const [, name = '', parents = '', body = ''] of source.matchAll(
  /^(?:export )?interface (\w+)(?: extends ([^{]+))? \{\n(.*?)^\}/gms,
)) {
  const properties = Array.from(
    body.matchAll(/^ {4}"([\w-]+)"\?: SchemaValue<(.+), "[\w-]+">;$/gm),
    ([, property = '', types = '']) => [property, types.split(' | ')] as const,
  )
  definitions.set(name, { parents: parents.split(',').map((parent) => parent.trim()), properties: new Map(properties) })
}
const unions = new Map(
  Array.from(source.matchAll(/^export type (\w+) = (.+);$/gm), ([, name = '', members = '']) => [
    name,
    members.split(' | '),
  ]),
)

const isType = (name: string) => definitions.has(`${name}Leaf`)

function propertyOf(name: string, property: string): string[] | undefined {
  const { parents, properties } = definitions.get(name) ?? { parents: [], properties: new Map<string, string[]>() }
  return properties.get(property) ?? parents.map((parent) => propertyOf(parent, property)).find(Boolean)
}

const expectedOf = (type: string, property: string) =>
  propertyOf(`${type}Leaf`, property) ??
  (property.endsWith('-input') && propertyOf(`${type}Leaf`, property.replace(/-input$/, '')) ? ['Text'] : undefined)

const isOneOf = (type: string, expectedType: string): boolean =>
  type === expectedType ||
  (unions.get(expectedType) ?? []).some((member) => member !== `${expectedType}Leaf` && isOneOf(type, member))

const moment = /^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d))?$/
const address = 'https://schema.org/'

function isValue(value: Value, expectedType: string): boolean {
  if (expectedType === 'Text') return typeof value === 'string' && value.trim() !== ''
  if (expectedType === 'URL') return typeof value === 'string' && /^https?:/.test(value) && URL.canParse(value)
  if (expectedType === 'Date' || expectedType === 'DateTime')
    return typeof value === 'string' && moment.test(value) && !Number.isNaN(Date.parse(value))
  if (expectedType === 'Integer') return Number.isInteger(value)
  if (expectedType === 'Number')
    return typeof value === 'number' || (typeof value === 'string' && /^\d+(\.\d+)?$/.test(value))
  if (expectedType === 'Boolean') return typeof value === 'boolean'
  if (typeof value !== 'string') return false
  // An enumeration member, or a type named by its URL.
  const named = value.startsWith(address) ? value.slice(address.length) : ''
  return (
    (unions.get(expectedType) ?? []).includes(JSON.stringify(value)) || (isType(named) && isOneOf(named, expectedType))
  )
}

/** Properties required by Google's documentation; schema.org requires none. */
const required: Record<string, string[]> = {
  Article: ['headline', 'author', 'datePublished'],
  DiscussionForumPosting: ['author', 'datePublished', 'text', 'headline', 'url'],
  Comment: ['author', 'datePublished', 'text', 'url'],
  Person: ['name'],
  Organization: ['name', 'url'],
  InteractionCounter: ['interactionType', 'userInteractionCount'],
  BreadcrumbList: ['itemListElement'],
  ListItem: ['position', 'name', 'item'],
  WebSite: ['name', 'url'],
  SearchAction: ['target', 'query-input'],
  FAQPage: ['mainEntity'],
  Question: ['name', 'acceptedAnswer'],
  Answer: ['text'],
  Product: ['name', 'offers'],
  Offer: ['price', 'priceCurrency'],
  HowTo: ['name', 'step'],
  HowToStep: ['name', 'url'],
}

const addresses = new Set(['item'])

function faultsOfValue(value: Value, expectedType: string[]): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => faultsOfValue(one, expectedType))
  if (typeof value === 'object' && value !== null && typeof value['@type'] === 'string') {
    const type = value['@type']
    return expectedType.some((name) => isOneOf(type, name)) ? schemaOrgProblems(value) : [`a ${type}`]
  }
  return expectedType.some((name) => isValue(value, name)) ? [] : [JSON.stringify(value)]
}

/** Unknown types and properties, wrong kinds and missing required properties. */
export function schemaOrgProblems(data: Value): string[] {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return [JSON.stringify(data)]
  const { '@type': type, '@context': context = 'https://schema.org', '@id': id = 'https:', ...declared } = data
  if (typeof type !== 'string' || !isType(type)) return [`type ${JSON.stringify(type)}`]
  const missing = (required[type] ?? []).filter((name) => !(name in declared))
  const wrong = Object.entries(declared).flatMap(([name, value]) => {
    const expected = expectedOf(type, name)
    if (!expected) return [`unknown ${type}.${name}`]
    return faultsOfValue(value, addresses.has(name) ? [...expected, 'URL'] : expected).map(
      (fault) => `${type}.${name}: ${fault}`,
    )
  })
  return [
    ...(context === 'https://schema.org' ? [] : [`context ${JSON.stringify(context)}`]),
    ...(typeof id === 'string' && id.startsWith('http') ? [] : [`@id ${JSON.stringify(id)}`]),
    ...missing.map((name) => `no ${type}.${name}`),
    ...wrong,
  ]
}
