import type { PostStatus } from '../../server/generated/enums.ts'
import { addMedia } from '../../server/blog/media.ts'
import { db } from '../../server/database/db.ts'
import { newSlug } from './library.ts'

type Text = { title?: string; excerpt?: string; body?: string; body_html?: string; cover_alt?: string }
type NewPost = {
  slug?: string
  status?: PostStatus
  published_at?: string | null
  is_featured?: boolean
  tags?: { id: number }[]
  cover_hash?: string
  en?: Text | null
  es?: Text | null
}

let minutes = 0
const nextMoment = () => new Date(Date.UTC(2026, 0, 1, 0, ++minutes)).toISOString()

const textOf = (slug: string, { body = `Body of ${slug}`, ...text }: Text) => ({
  title: `Title of ${slug}`,
  excerpt: `Excerpt of ${slug}`,
  body,
  body_html: `<p>${body}</p>`,
  render_version: 1_000,
  reading_minutes: 1,
  ...text,
})

/** English text, and Spanish if `es` is given. */
export async function createPost({ slug = newSlug('post'), tags = [], en = {}, es = null, ...rest }: NewPost = {}) {
  const texts = Object.entries({ en, es }).flatMap(([locale, text]) =>
    text ? [{ locale: locale as 'en' | 'es', ...textOf(slug, text) }] : [],
  )
  const { id } = await db.post.create({
    data: {
      slug,
      status: 'published',
      published_at: nextMoment(),
      author_name: 'Ana Gil',
      tag_ids: tags.map((tag) => tag.id),
      ...rest,
      texts: { create: texts },
    },
  })
  return { id, slug }
}

export async function createPostTag(names: { en?: string; es?: string } = { en: 'A tag' }) {
  const create = Object.entries(names).map(([locale, name]) => ({ locale: locale as 'en' | 'es', name }))
  return db.postTag.create({ data: { slug: newSlug('tag'), texts: { create } }, select: { id: true, slug: true } })
}

export const drawing = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="21"><script>1</script></svg>',
)
export const createCover = (bytes: Buffer<ArrayBuffer> = drawing, extension = 'svg') =>
  addMedia(db, { bytes, extension, width: 40, height: 21 })
