import { basename } from 'node:path'
import { z } from 'zod'
import { isLine } from '#shared/fields.ts'
import { Locale } from '#shared/locale.ts'
import { PostStatus } from '#shared/blog/schema.ts'
import { isStorable, normalizeText } from '#shared/texts.ts'

const line = (max: number) => z.string().trim().min(1).max(max).refine(isLine, { error: 'takes one line of text' })
const Facts = z.strictObject({
  slug: z
    .string()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, { error: 'takes small letters, digits and hyphens' })
    .max(200),
  locale: Locale,
  title: line(200),
  excerpt: line(500),
  cover_alt: z.string().max(300).optional(),
  author: line(100).optional(),
  tags: z // comma-separated names
    .string()
    .transform((list) => list.split(',').map((tag) => tag.trim()))
    .pipe(z.array(line(60)).max(20))
    .optional(),
  status: z.optional(PostStatus),
  published_at: z.iso.datetime({ offset: true }).or(z.iso.date()).optional(),
  featured: z.stringbool().optional(),
})
export type PostFile = z.infer<typeof Facts> & { body: string }

export class PostFileProblem extends Error {}

const maxCharacters = 1_000_000
const quoted = /^(["'])(.*)\1$/

/** Throws an error that names the line or field. A `name` such as `my-post.es.md` supplies a missing slug or locale. */
export function parsePostFile(name: string, written: string): PostFile {
  if (written.length > maxCharacters) throw new PostFileProblem('It has more than a million characters.')
  const text = normalizeText(written)
  if (!isStorable(text)) throw new PostFileProblem('It has a NUL, half a character, or more than 200 marks in a row.')
  const match = /^\uFEFF?---\n([\s\S]*?)\n---(?:\n|$)([\s\S]*)$/.exec(text)
  if (!match)
    throw new PostFileProblem('It does not begin with front matter: lines as "title: …" between two lines of "---".')
  const [, head = '', body = ''] = match
  const [slug, locale] = basename(name, '.md').split('.')
  const fields: Record<string, string> = { ...(slug && { slug }), ...(locale && { locale }) }
  for (const [index, entry] of head.split('\n').entries()) {
    if (!entry.trim() || entry.trimStart().startsWith('#')) continue
    const [, key, value = ''] = /^(\w+):(.*)$/.exec(entry) ?? []
    if (!key) throw new PostFileProblem(`Line ${index + 2} is not as in "title: …".`)
    fields[key] = value.trim().replace(quoted, '$2')
  }
  const parsed = Facts.safeParse(fields)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new PostFileProblem(`${issue?.path.join('.') || 'Its front matter'}: ${issue?.message}.`)
  }
  if (!body.trim()) throw new PostFileProblem('It has no text below its front matter.')
  return { ...parsed.data, body: body.trim() }
}
