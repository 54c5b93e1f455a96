type Value = string | number | boolean | null | Value[] | { [name: string]: Value }
type Check = (value: Value, nested: (value: Value) => string[]) => boolean | string[]

const text: Check = (value) => typeof value === 'string' && value !== ''
const count: Check = (value) => Number.isInteger(value) && Number(value) >= 0
const number: Check = (value) => typeof value === 'number'
const moment: Check = (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)
const url: Check = (value) => typeof value === 'string' && URL.canParse(value)
const listOf =
  (check: Check): Check =>
  (value, nested) =>
    [value].flat().flatMap((item) => failing(check(item, nested), item))
/** Empty where it is no object, or has none. */
function typeOf(value: Value): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return ''
  const type = value['@type']
  return typeof type === 'string' ? type : ''
}
const one =
  (...types: string[]): Check =>
  (value, nested) =>
    types.includes(typeOf(value)) && nested(value)
const action: Check = (value) =>
  typeof value === 'string' && /^https:\/\/schema\.org\/(Like|Dislike|Comment)Action$/.test(value)

const failing = (found: boolean | string[], value: Value): string[] =>
  typeof found !== 'boolean' ? found : found ? [] : [JSON.stringify(value)]

const thing: Record<string, Check> = { '@id': url, name: text, url, description: text }
const work: Record<string, Check> = {
  ...thing,
  headline: text,
  text,
  image: listOf(url),
  author: one('Person', 'Organization'),
  publisher: one('Organization'),
  datePublished: moment,
  dateModified: moment,
  inLanguage: listOf(text),
  keywords: listOf(text),
  mainEntityOfPage: url,
  interactionStatistic: listOf(one('InteractionCounter')),
  comment: listOf(one('Comment')),
  commentCount: count,
  isPartOf: one('WebPage'),
}

/** Of the definitions of schema.org, with what each type has from those that it is one of, what this site says. */
const types: Record<string, { required: string[]; properties: Record<string, Check> }> = {
  Article: { required: ['headline', 'author', 'datePublished'], properties: work },
  DiscussionForumPosting: { required: ['headline', 'author', 'datePublished', 'text', 'url'], properties: work },
  Comment: { required: ['author', 'datePublished', 'text', 'url'], properties: work },
  WebPage: { required: ['url'], properties: work },
  Person: { required: ['name'], properties: thing },
  Organization: {
    required: ['name'],
    properties: { ...thing, logo: one('ImageObject'), email: text, address: text, sameAs: listOf(url) },
  },
  ImageObject: { required: ['url'], properties: work },
  InteractionCounter: {
    required: ['interactionType', 'userInteractionCount'],
    properties: { interactionType: action, userInteractionCount: count },
  },
  BreadcrumbList: { required: ['itemListElement'], properties: { itemListElement: listOf(one('ListItem')) } },
  ListItem: { required: ['position', 'name', 'item'], properties: { position: count, name: text, item: url } },
  WebSite: { required: ['name', 'url'], properties: { ...work, potentialAction: one('SearchAction') } },
  SearchAction: {
    required: ['target', 'query-input'],
    properties: {
      target: (value) => typeof value === 'string' && value.includes('{search_term_string}'),
      'query-input': text,
    },
  },
  FAQPage: { required: ['mainEntity'], properties: { mainEntity: listOf(one('Question')) } },
  Question: { required: ['name', 'acceptedAnswer'], properties: { name: text, acceptedAnswer: one('Answer') } },
  Answer: { required: ['text'], properties: work },
  Product: { required: ['name', 'offers'], properties: { ...thing, offers: listOf(one('Offer')) } },
  Offer: { required: ['price', 'priceCurrency'], properties: { name: text, price: number, priceCurrency: text } },
}

/** What schema.org does not know, what is of another kind than it says, and what search engines ask for and is not there. */
export function faultsOf(data: Value): string[] {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return [JSON.stringify(data)]
  const { '@type': _type, '@context': _context, ...said } = data
  const type = typeOf(data)
  const known = types[type]
  if (!known) return [`type ${type}`]
  const missing = known.required.filter((name) => !(name in said)).map((name) => `no ${type}.${name}`)
  const wrong = Object.entries(said).flatMap(([name, value]) => {
    const check = known.properties[name]
    if (!check) return [`unknown ${type}.${name}`]
    return failing(check(value, faultsOf), value).map((fault) => `${type}.${name}: ${fault}`)
  })
  return [...missing, ...wrong]
}
