import { isVisible } from '#shared/fields.ts'
import { FieldProblem } from '../problem.ts'
import { findMediaSizes } from './media-sizes.ts'
import type { TextKind } from './pipeline.ts'
import { RenderPool } from './render-pool.ts'

export type { TextKind }

/** Goes up with every change of what the pipeline makes: texts of an older version are rendered again by a job. */
export const renderVersion = 3

const pool = new RenderPool(new URL('markdown.worker.ts', import.meta.url))
let siteUrl = ''

/** Links of posts to this address are not outside, and its pictures may stand in them. */
export function openMarkdown(publicUrl: string): void {
  siteUrl = publicUrl
}

/** Null before `openMarkdown`. */
export const siteHost = (): string | null => URL.parse(siteUrl)?.hostname ?? null

export const closeMarkdown = () => pool.close()

async function render(text: string, kind: TextKind, writer?: number): Promise<string | null> {
  const sizes = kind === 'post' ? await findMediaSizes(text) : {}
  return pool.render({ text, kind, siteUrl, sizes }, writer)
}

/**
 * HTML that is safe to show, of a text that was checked for its length. Throws `FieldProblem` of that field for one that
 * takes too long. `writer`: the id of whose text it is, so that nobody waits for all that another one sends.
 */
export async function renderMarkdown(text: string, kind: TextKind, field: string, writer?: number): Promise<string> {
  const html = await render(text, kind, writer)
  if (html === null) throw new FieldProblem(field, 'markdown.problem.too_complex')
  return html
}

/** As `renderMarkdown`, of a text that somebody submits: one that would show nothing is refused like an empty one. */
export async function renderSubmitted(text: string, kind: TextKind, field: string, writer: number): Promise<string> {
  const html = await renderMarkdown(text, kind, field, writer)
  if (!isVisible(html.replaceAll(/<[^<>]*>/g, ''))) throw new FieldProblem(field, 'markdown.problem.nothing_to_read')
  return html
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => escapes[sign] ?? sign)

/**
 * As `renderMarkdown`, of a text that an older version took. One that is refused now stands as it was written: its old
 * HTML may be what this version was made to prevent, and nobody is there to change the text.
 */
export async function renderAgain(text: string, kind: TextKind): Promise<string> {
  return (await render(text, kind)) ?? `<p>${escaped(text).replaceAll(/\r?\n/g, '<br />\n')}</p>\n`
}

const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }

/** What is read of HTML that `renderMarkdown` made, on one line: at most so many characters, cut between words. */
export function excerptOf(html: string, maxLength: number): string {
  const text = html
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll(/&(amp|lt|gt|quot);/g, (_entity, name: string) => characters[name] ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  if (text.length <= maxLength) return text
  const cut = text.slice(0, maxLength)
  const end = cut.lastIndexOf(' ')
  const beginning = end > maxLength / 2 ? cut.slice(0, end) : cut.slice(0, -1).replace(/[\uD800-\uDBFF]$/, '')
  return `${beginning}…`
}
