import { readFile } from 'node:fs/promises'
import { locales } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { db } from '../database/db.ts'
import type { Prisma } from '../database/db.ts'
import { renderMarkdown, renderVersion } from '../markdown/markdown.ts'
import { addMedia } from './media.ts'
import { readingMinutes } from './reading-minutes.ts'

const folder = new URL('../../prisma/content/posts/', import.meta.url)
const coverSize = { width: 1200, height: 630 }

type StarterPost = {
  slug: string
  published_at: string
  is_featured: boolean
  tags: string[]
  texts: Record<Locale, { title: string; excerpt: string; cover_alt: string }>
}
type StarterTag = Record<Locale, string> & { slug: string }
type Starter = { tags: StarterTag[]; posts: StarterPost[] }

async function prepareText(post: StarterPost, locale: Locale) {
  const body = await readFile(new URL(`${post.slug}.${locale}.md`, folder), 'utf8')
  const body_html = await renderMarkdown(body, 'post', 'body')
  const reading_minutes = readingMinutes(body)
  return { ...post.texts[locale], locale, body, body_html, render_version: renderVersion, reading_minutes }
}

type PreparedPost = Awaited<ReturnType<typeof preparePost>>
async function preparePost(post: StarterPost) {
  const bytes = await readFile(new URL(`${post.slug}.svg`, folder))
  const texts: Awaited<ReturnType<typeof prepareText>>[] = []
  for (const locale of locales) texts.push(await prepareText(post, locale))
  return { post, bytes, texts }
}

async function addTags(transaction: Prisma.TransactionClient, tags: StarterTag[]): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  for (const { slug, ...names } of tags) {
    const texts = { create: locales.map((locale) => ({ locale, name: names[locale] })) }
    const { id } = await transaction.postTag.upsert({
      where: { slug },
      create: { slug, texts },
      update: {},
      select: { id: true },
    })
    ids.set(slug, id)
  }
  return ids
}

type PostFacts = { author_name: string; tag_ids: number[] }

async function createStarterPost(
  transaction: Prisma.TransactionClient,
  { post, bytes, texts }: PreparedPost,
  { author_name, tag_ids }: PostFacts,
): Promise<void> {
  const { slug, published_at, is_featured } = post
  const cover_hash = await addMedia(transaction, { bytes, extension: 'svg', ...coverSize })
  const facts = { slug, published_at, is_featured, author_name, tag_ids, cover_hash, updated_at: published_at }
  await transaction.post.create({ data: { ...facts, status: 'published', texts: { create: texts } } })
}

const hasPosts = async (client: Prisma.TransactionClient) =>
  (await client.post.findFirst({ select: { id: true } })) !== null

/** Adds posts if there are none, once even if several servers start at the same time. */
export async function addStarterPosts(author_name: string): Promise<void> {
  if (await hasPosts(db)) return
  const starter = JSON.parse(await readFile(new URL('posts.json', folder), 'utf8')) as Starter
  const prepared: PreparedPost[] = []
  // Renders one post at a time, since each rendering has a short time limit.
  for (const post of starter.posts) prepared.push(await preparePost(post))
  await db.$transaction(async (transaction) => {
    await transaction.$executeRaw`LOCK TABLE post IN SHARE ROW EXCLUSIVE MODE`
    if (await hasPosts(transaction)) return
    const ids = await addTags(transaction, starter.tags)
    for (const one of prepared)
      await createStarterPost(transaction, one, {
        author_name,
        tag_ids: one.post.tags.flatMap((tag) => ids.get(tag) ?? []),
      })
  })
}
