export type Place = { kind: 'place'; name: string; written: string; fallback: string | null }
export type TemplatePart = { kind: 'text'; text: string } | Place
export type Field = { name: string; fallback: string | null }
export type Template = { pieces: TemplatePart[]; fields: Field[]; has_too_many: boolean }
export type Values = Record<string, string>

export const maxFields = 20
/** Of the same few names, too: each is a field in the page. */
const maxPlaces = 200

/** Bounded repetitions: linear time on any text. */
const placeholderForms = [
  /\$\{([^{}\n]{1,300})\}/u,
  /(?<![{$])\{\{([^{}\n]{1,60})\}\}(?!\})/u,
  /(?<![\p{L}\d_[\]()!\\])\[(\p{Lu}[\p{Lu}\d _-]{1,39})\](?![([\]])/u,
]
const placeholderPattern = new RegExp(placeholderForms.map(({ source }) => source).join('|'), 'gu')

const namePattern = /^[\p{L}_][\p{L}\p{M}\d _/'’,&-]{0,59}$/u
/** A call, a member, an operator or an index: code, not a placeholder. */
const codeExpression = /\$\{\s*[\w$]{1,60}(?:\.\w|\(|\[|\s*(?:\?|===?|[*+])\s*)/
const templateLanguage = /\{\{\s*[#/^>$!~]|\{%/
const shellDefault = /^[-=?+]/
const dateShape = /^[YMDHS _-]+$/

type Span = { from: number; to: number }

function codeBlocks(content: string): Span[] {
  const fences = Array.from(content.matchAll(/^[ \t]{0,8}(?:```|~~~)/gm), ({ index }) => index)
  return fences.flatMap((from, at) => (at % 2 === 0 ? [{ from, to: fences[at + 1] ?? content.length }] : []))
}

/** At the start of a line or in code, brackets name a part of the text: [CHORUS], `[TODO]`. */
function isInSentence(content: string, index: number): boolean {
  const before = content.slice(Math.max(0, index - 80), index)
  const line = before.slice(before.lastIndexOf('\n') + 1)
  return /[\p{L}:"“«]/u.test(line) && !line.endsWith('`')
}

function dollarPlace(inside: string, isCode: boolean): Field | null {
  const colon = inside.indexOf(':')
  const name = (colon < 0 ? inside : inside.slice(0, colon)).trim()
  const fallback = colon < 0 ? null : inside.slice(colon + 1).trim() || null
  if (!namePattern.test(name) || (fallback === null && isCode)) return null
  return fallback !== null && shellDefault.test(fallback) ? null : { name, fallback }
}

function bracedPlace(inside: string): Field | null {
  const name = inside.trim()
  return namePattern.test(name) ? { name, fallback: null } : null
}

/** In a text with braces, brackets are marks for the answer: "flag it with [CHECK]". */
function bracketNames(content: string, matches: RegExpExecArray[]): Set<string> {
  if (matches.some(({ 3: name }) => name === undefined)) return new Set()
  const names = matches.flatMap(({ 3: name, index }) => (name && isInSentence(content, index) ? [name] : []))
  return new Set(names.filter((name) => /\p{Lu}{2}/u.test(name) && !dateShape.test(name)))
}

function findPlaces(content: string): TemplatePart[] {
  const matches = [...content.matchAll(placeholderPattern)]
  const blocks = codeBlocks(content)
  const isProgram = codeExpression.test(content)
  const isTemplate = templateLanguage.test(content)
  const bracketed = bracketNames(content, matches)
  const placeOf = ([, dollar, braces, brackets = '']: RegExpExecArray, isInBlock: boolean): Field | null => {
    if (dollar !== undefined) return dollarPlace(dollar, isInBlock || isProgram)
    if (isInBlock) return null
    if (braces !== undefined) return isTemplate ? null : bracedPlace(braces)
    return bracketed.has(brackets) ? { name: brackets.trim(), fallback: null } : null
  }
  const pieces: TemplatePart[] = []
  let [end, block] = [0, 0]
  for (const match of matches) {
    const [source] = match
    const { index } = match
    while ((blocks[block]?.to ?? content.length) <= index) block += 1
    const found = placeOf(match, (blocks[block]?.from ?? content.length) <= index)
    if (!found) continue
    if (index > end) pieces.push({ kind: 'text', text: content.slice(end, index) })
    pieces.push({ kind: 'place', ...found, written: source })
    end = index + source.length
  }
  if (end < content.length) pieces.push({ kind: 'text', text: content.slice(end) })
  return pieces
}

export function readTemplate(content: string): Template {
  const pieces = findPlaces(content)
  const fields = new Map<string, Field>()
  for (const piece of pieces) {
    if (piece.kind !== 'place') continue
    const fallback = fields.get(piece.name)?.fallback ?? piece.fallback
    fields.set(piece.name, { name: piece.name, fallback })
  }
  const places = pieces.filter(({ kind }) => kind === 'place')
  if (fields.size > maxFields || places.length > maxPlaces)
    return { pieces: [{ kind: 'text', text: content }], fields: [], has_too_many: true }
  return { pieces, fields: [...fields.values()], has_too_many: false }
}

export function fillPlace(piece: TemplatePart, values: Values): { text: string; is_open: boolean } {
  if (piece.kind === 'text') return { text: piece.text, is_open: false }
  const typed = Object.hasOwn(values, piece.name) ? values[piece.name] : undefined
  const text = (typed?.trim() ? typed : null) ?? piece.fallback
  return { text: text ?? piece.written, is_open: text === null }
}

/** How many names have a place with neither text nor default. */
export function countOpen({ pieces }: Template, values: Values): number {
  const open = pieces.flatMap((piece) =>
    piece.kind === 'place' && fillPlace(piece, values).is_open ? [piece.name] : [],
  )
  return new Set(open).size
}

/** A name as words: `existing_articles` and `EXISTING_ARTICLES` are “Existing articles”, `projectName` is “Project name”. */
export function labelOf(name: string): string {
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

export function fillIn(template: Template, values: Values): string {
  return template.pieces.map((piece) => fillPlace(piece, values).text).join('')
}
