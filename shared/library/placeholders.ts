export type Placeholder = { kind: 'place'; name: string; written: string; fallback: string | null }
export type TemplatePart = { kind: 'text'; text: string } | Placeholder
export type TemplateField = { name: string; fallback: string | null }
export type Template = { pieces: TemplatePart[]; fields: TemplateField[]; has_too_many: boolean }
export type Values = Record<string, string>

export const maxFields = 20
/** Number of fields from which a prompt has a short form: a form of the fields that have no default. */
export const shortFormThreshold = 6
export const maxShortFormFields = 3
const maxPlaceholders = 200 // includes repeated names, since each is a field on the page

const placeholderForms = [
  // repetitions are bounded, so that the time is linear
  /\$\{([^{}\n]{1,300})\}/u,
  /(?<![{$])\{\{([^{}\n]{1,60})\}\}(?!\})/u,
  /(?<![\p{L}\d_[\]()!\\])\[(\p{Lu}[\p{Lu}\d _-]{1,39})\](?![([\]])/u,
]
const placeholderPattern = new RegExp(placeholderForms.map(({ source }) => source).join('|'), 'gu')

const namePattern = /^[\p{L}_][\p{L}\p{M}\d _/'’,&-]{0,59}$/u
const codeExpression = /\$\{\s*[\w$]{1,60}(?:\.\w|\(|\[|\s*(?:\?|===?|[*+])\s*)/
const inlineCode = /([=+]\s?|\breturn |\w\()?(?<!`)`(?!`)[^`]{1,2000}`(?!`)/g
const blockTag = /\{\{~?\s*([#^/])|\{%-?\s*(end)?(?:if|for|unless|block|macro|call|filter|raw|with)\b/g
const shellDefault = /^[-=?+]/
const dateShape = /^[YMDHS _-]+$/

type Span = { from: number; to: number }

function codeBlocks(content: string): Span[] {
  const fences = Array.from(content.matchAll(/^[ \t]{0,8}(?:```|~~~)/gm), ({ index }) => index)
  return fences.flatMap((from, at) => (at % 2 === 0 ? [{ from, to: fences[at + 1] ?? content.length }] : []))
}

/** Inline code that contains an expression, such as `${response.status}: ${message}`, or follows an operator. */
function templateLiterals(content: string): Span[] {
  if (!content.includes('`')) return []
  return Array.from(content.matchAll(inlineCode)).flatMap(({ 0: code, 1: operator, index }) =>
    operator !== undefined || codeExpression.test(code) ? [{ from: index, to: index + code.length }] : [],
  )
}

/** Spans of closed template blocks, without those nested inside. */
function templateBlocks(content: string): Span[] {
  const spans: Span[] = []
  let [depth, from] = [0, 0]
  for (const { index, 1: sign, 2: end } of content.matchAll(blockTag)) {
    const closes = sign === '/' || end !== undefined
    if (!closes && depth++ === 0) from = index
    if (closes && depth > 0 && --depth === 0) spans.push({ from, to: index })
  }
  return spans
}

type InSpan = (index: number) => boolean // call it with ascending positions
function createCursor(spans: Span[]): InSpan {
  let at = 0
  return (index) => {
    while ((spans[at]?.to ?? Infinity) <= index) at += 1
    return (spans[at]?.from ?? Infinity) <= index
  }
}

/** False at the start of a line and in code, where brackets name a part of the text: [CHORUS], `[NAME]`. */
function isInSentence(content: string, index: number): boolean {
  const before = content.slice(Math.max(0, index - 80), index)
  const line = before.slice(before.lastIndexOf('\n') + 1)
  return /[\p{L}:"“«]/u.test(line) && !line.endsWith('`')
}

function dollarPlaceholder(inside: string, isCode: boolean): TemplateField | null {
  const colon = inside.indexOf(':')
  const name = (colon < 0 ? inside : inside.slice(0, colon)).trim()
  const fallback = colon < 0 ? null : inside.slice(colon + 1).trim() || null
  if (!namePattern.test(name) || (fallback === null && isCode)) return null
  return fallback !== null && shellDefault.test(fallback) ? null : { name, fallback }
}

function bracedPlaceholder(inside: string): TemplateField | null {
  const name = inside.trim()
  return namePattern.test(name) ? { name, fallback: null } : null
}

/** Names in brackets that are placeholders. If the text also has braces, brackets are literal text. */
function bracketNames(content: string, matches: RegExpExecArray[]): Set<string> {
  if (matches.some(({ 3: name }) => name === undefined)) return new Set()
  const names = matches.flatMap(({ 3: name, index }) => (name && isInSentence(content, index) ? [name] : []))
  return new Set(names.filter((name) => /\p{Lu}{2}/u.test(name) && !dateShape.test(name)))
}

function findPlaceholders(content: string): TemplatePart[] {
  const matches = [...content.matchAll(placeholderPattern)]
  const [isInBlock, isInLiteral, isInTemplate] = [codeBlocks, templateLiterals, templateBlocks].map((find) =>
    createCursor(find(content)),
  ) as [InSpan, InSpan, InSpan]
  const bracketed = bracketNames(content, matches)
  const placeholderOf = ({ 1: dollar, 2: braces, 3: brackets = '', index }: RegExpExecArray): TemplateField | null => {
    const [inBlock, inLiteral, inTemplate] = [isInBlock(index), isInLiteral(index), isInTemplate(index)]
    if (dollar !== undefined) return dollarPlaceholder(dollar, inBlock || inLiteral)
    if (inBlock) return null
    if (braces !== undefined) return inTemplate ? null : bracedPlaceholder(braces)
    return bracketed.has(brackets) ? { name: brackets.trim(), fallback: null } : null
  }
  const pieces: TemplatePart[] = []
  let end = 0
  for (const match of matches) {
    const [source] = match
    const { index } = match
    const found = placeholderOf(match)
    if (!found) continue
    if (index > end) pieces.push({ kind: 'text', text: content.slice(end, index) })
    pieces.push({ kind: 'place', ...found, written: source })
    end = index + source.length
  }
  if (end < content.length) pieces.push({ kind: 'text', text: content.slice(end) })
  return pieces
}

export function readTemplate(content: string): Template {
  const pieces = findPlaceholders(content)
  const fields = new Map<string, TemplateField>()
  for (const piece of pieces) {
    if (piece.kind !== 'place') continue
    const fallback = fields.get(piece.name)?.fallback ?? piece.fallback
    fields.set(piece.name, { name: piece.name, fallback })
  }
  const placeholders = pieces.filter(({ kind }) => kind === 'place')
  if (fields.size > maxFields || placeholders.length > maxPlaceholders)
    return { pieces: [{ kind: 'text', text: content }], fields: [], has_too_many: true }
  return { pieces, fields: [...fields.values()], has_too_many: false }
}

export function fillPlaceholder(piece: TemplatePart, values: Values): { text: string; is_open: boolean } {
  if (piece.kind === 'text') return { text: piece.text, is_open: false }
  const typed = Object.hasOwn(values, piece.name) ? values[piece.name] : undefined
  const text = (typed?.trim() ? typed : null) ?? piece.fallback
  return { text: text ?? piece.written, is_open: text === null }
}

/** Fields without a default, if the prompt has many fields. Empty if more than three have no default. */
export function shortFormOf({ fields }: Template): TemplateField[] {
  const open = fields.filter(({ fallback }) => fallback === null)
  return fields.length >= shortFormThreshold && open.length <= maxShortFormFields ? open : []
}

export function countUnfilled({ pieces }: Template, values: Values): number {
  const open = pieces.flatMap((piece) =>
    piece.kind === 'place' && fillPlaceholder(piece, values).is_open ? [piece.name] : [],
  )
  return new Set(open).size
}

/** Label of a placeholder: `existing_articles` becomes “Existing articles”, `projectName` “Project name”. */
export function placeholderLabelOf(name: string): string {
  const isShouted = !/\p{Ll}/u.test(name)
  const words = (isShouted ? name.toLowerCase() : name)
    .replaceAll('_', ' ')
    .replaceAll(/(?<=[\p{Ll}\d])\p{Lu}(?=\p{Ll})|(?<=\p{Lu})\p{Lu}(?=\p{Ll})/gu, (letter) => ` ${letter.toLowerCase()}`)
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .trim()
    .replaceAll(/ {2,}/g, ' ')
  const [first = ''] = words
  return first.toUpperCase() + words.slice(first.length) || name
}

export function placeholderLabels(content: string, labels: Record<string, string>): Record<string, string> {
  const derived = readTemplate(content).fields.map(({ name }) => [name, placeholderLabelOf(name)])
  return { ...Object.fromEntries(derived), ...labels }
}

export function inputsOf(content: string, labels: Record<string, string>): string[] {
  const all = placeholderLabels(content, labels)
  return [...new Set(readTemplate(content).fields.map(({ name }) => all[name] ?? name))]
}

export function fillTemplate(template: Template, values: Values): string {
  return template.pieces.map((piece) => fillPlaceholder(piece, values).text).join('')
}
