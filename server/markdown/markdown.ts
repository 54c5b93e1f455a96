import { isVisible } from '#shared/fields.ts'
import { FieldProblem } from '../problem.ts'
import { findMediaSizes } from './media-sizes.ts'
import type { TextKind } from './render-text.ts'
import { RenderPool } from './render-pool.ts'

export type { TextKind }

/** Version of the generated HTML. Increase it with each change: a job renders texts of older versions again. */
export const renderVersion = 3

const pool = new RenderPool(new URL('markdown.worker.ts', import.meta.url))
let siteUrl = ''

export function configureMarkdown(publicUrl: string): void {
  siteUrl = publicUrl
}

export const siteHost = (): string | null => URL.parse(siteUrl)?.hostname ?? null

export const closeMarkdown = () => pool.close()

async function render(text: string, kind: TextKind, writer?: number): Promise<string | null> {
  const sizes = kind === 'post' ? await findMediaSizes(text) : {}
  return pool.render({ text, kind, siteUrl, sizes }, writer)
}

/** Returns safe HTML. Throws `FieldProblem` if rendering takes too long. Each `writer` has a queue of texts. */
export async function renderMarkdown(text: string, kind: TextKind, field: string, writer?: number): Promise<string> {
  const html = await render(text, kind, writer)
  if (html === null) throw new FieldProblem(field, 'markdown.problem.too_complex')
  return html
}

/** Like `renderMarkdown`, but throws `FieldProblem` for text without visible content. */
export async function renderSubmittedMarkdown(
  text: string,
  kind: TextKind,
  field: string,
  writer: number,
): Promise<string> {
  const html = await renderMarkdown(text, kind, field, writer)
  if (!isVisible(html.replaceAll(/<[^<>]*>/g, ''))) throw new FieldProblem(field, 'markdown.problem.nothing_to_read')
  return html
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => escapes[sign] ?? sign)

/** Renders stored text again. If it is refused now, it becomes plain text, since its old HTML may be unsafe. */
export async function rerenderMarkdown(text: string, kind: TextKind): Promise<string> {
  return (await render(text, kind)) ?? `<p>${escaped(text).replaceAll(/\r?\n/g, '<br />\n')}</p>\n`
}

const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }

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
