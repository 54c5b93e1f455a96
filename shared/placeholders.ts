/** A part of a prompt: plain text, or a place that the reader fills in. */
export type Piece =
  | { kind: 'text'; text: string }
  | { kind: 'place'; name: string; written: string; fallback: string | null }
/** What is asked once for every place of this name. `fallback` is the first default that a place of it has. */
export type Field = { name: string; fallback: string | null }
export type Template = { pieces: Piece[]; fields: Field[]; has_too_many: boolean }
/** What was typed, by the name of the place. */
export type Values = Record<string, string>

/** With more names than this nobody fills in a form: the text is left as it is. */
export const mostFields = 20

/** Every repetition has a bound and stops at the next brace, so that a text of any shape is read in linear time. */
const written =
  /\$\{([^{}\n]{1,300})\}|(?<![{$])\{\{([^{}\n]{1,60})\}\}(?!\})|(?<![\p{L}\d_[\]()!\\])\[(\p{Lu}[\p{Lu}\d _-]{1,39})\](?![([\]])/gu

/** A name in words: code, paths and expressions have other signs. */
const wordy = /^[\p{L}_][\p{L}\p{M}\d _/'’,&-]{0,59}$/u
/** What `${…}` holds in a program: a call, a member, a choice, an index. Such a text speaks of code, not to its reader. */
const program = /\$\{\s*[\w$]{1,60}(?:\.\w|\(|\[|\s*(?:\?|===?|[*+])\s*)/
/** Handlebars, Jinja, Vue and the like, which the prompt is about. */
const templateLanguage = /\{\{\s*[#/^>$!~]|\{%/
/** The shell's own defaults: `${PORT:-80}`. */
const shellDefault = /^[-=?+]/
/** [YYYY-MM-DD] says how a date is written. */
const dateShape = /^[YMDHS _-]+$/

type Span = { from: number; to: number }

/** Fenced blocks; one that is never closed goes on to the end. */
function codeBlocks(content: string): Span[] {
  const fences = Array.from(content.matchAll(/^[ \t]{0,8}(?:```|~~~)/gm), ({ index }) => index)
  return fences.flatMap((from, at) => (at % 2 === 0 ? [{ from, to: fences[at + 1] ?? content.length }] : []))
}

/** A word in brackets that begins its line, or is quoted as code, names a part of the text: [CHORUS], `[TODO]`. */
function isInSentence(content: string, index: number): boolean {
  const before = content.slice(Math.max(0, index - 80), index)
  const line = before.slice(before.lastIndexOf('\n') + 1)
  return /[\p{L}:"“«]/u.test(line) && !line.endsWith('`')
}

function dollarPlace(inside: string, isCode: boolean): Field | null {
  const colon = inside.indexOf(':')
  const name = (colon < 0 ? inside : inside.slice(0, colon)).trim()
  const fallback = colon < 0 ? null : inside.slice(colon + 1).trim() || null
  if (!wordy.test(name) || (fallback === null && isCode)) return null
  return fallback !== null && shellDefault.test(fallback) ? null : { name, fallback }
}

function bracedPlace(inside: string): Field | null {
  const name = inside.trim()
  return wordy.test(name) ? { name, fallback: null } : null
}

/**
 * [NAME] counts everywhere when some sentence of the text has it; in a text that asks by braces, brackets are marks for
 * the answer: "flag it with [CHECK]".
 */
function bracketNames(content: string, matches: RegExpExecArray[]): Set<string> {
  if (matches.some(({ 3: name }) => name === undefined)) return new Set()
  const names = matches.flatMap(({ 3: name, index }) => (name && isInSentence(content, index) ? [name] : []))
  return new Set(names.filter((name) => /\p{Lu}{2}/u.test(name) && !dateShape.test(name)))
}

/** Finds the places of a prompt by three ways of writing them, and leaves out what only looks like one. */
function findPlaces(content: string): Piece[] {
  const matches = [...content.matchAll(written)]
  const blocks = codeBlocks(content)
  const isProgram = program.test(content)
  const isTemplate = templateLanguage.test(content)
  const bracketed = bracketNames(content, matches)
  const placeOf = ([, dollar, braces, brackets = '']: RegExpExecArray, isInBlock: boolean): Field | null => {
    if (dollar !== undefined) return dollarPlace(dollar, isInBlock || isProgram)
    if (isInBlock) return null
    if (braces !== undefined) return isTemplate ? null : bracedPlace(braces)
    return bracketed.has(brackets) ? { name: brackets.trim(), fallback: null } : null
  }
  const pieces: Piece[] = []
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

/** What a prompt asks its reader to fill in, and where. */
export function readTemplate(content: string): Template {
  const pieces = findPlaces(content)
  const fields = new Map<string, Field>()
  for (const piece of pieces) {
    if (piece.kind !== 'place') continue
    const fallback = fields.get(piece.name)?.fallback ?? piece.fallback
    fields.set(piece.name, { name: piece.name, fallback })
  }
  if (fields.size > mostFields) return { pieces: [{ kind: 'text', text: content }], fields: [], has_too_many: true }
  return { pieces, fields: [...fields.values()], has_too_many: false }
}

/** What stands at a place: what was typed, else its own default, else the place as it is written. */
export function fillPlace(piece: Piece, values: Values): { text: string; is_open: boolean } {
  if (piece.kind === 'text') return { text: piece.text, is_open: false }
  const typed = Object.hasOwn(values, piece.name) ? values[piece.name] : undefined
  const text = (typed?.trim() ? typed : null) ?? piece.fallback
  return { text: text ?? piece.written, is_open: text === null }
}

/** The whole prompt as it is copied and run. */
export function fillIn(template: Template, values: Values): string {
  return template.pieces.map((piece) => fillPlace(piece, values).text).join('')
}
