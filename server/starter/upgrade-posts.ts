import { createHash } from 'node:crypto'
import { locales } from '#shared/locale.ts'
import { createPost, preparePost, readBody, readCover, readStarterPosts, writePost } from '../blog/starter-posts.ts'
import type { PreparedPost, StarterPost, StarterTag } from '../blog/starter-posts.ts'
import { db } from '../database/db.ts'
import { itemHash } from './starter-items.ts'
import type { Counts } from './starter-items.ts'
import { findShippedOf, upgradeItems } from './upgrade-items.ts'
import type { StarterKind, Transaction } from './upgrade-items.ts'

export const tagKind = (items: StarterTag[]): StarterKind<StarterTag> => ({
  kind: 'post_tag',
  items,
  stateOf: ({ slug, ...names }) => ({ slug, ...names }),
  read: async (transaction, slugs) => {
    const rows = await transaction.postTag.findMany({ where: { slug: { in: slugs } }, include: { texts: true } })
    return new Map(
      rows.map(({ slug, texts }) => [
        slug,
        { slug, ...Object.fromEntries(texts.map(({ locale, name }) => [locale, name])) },
      ]),
    )
  },
  write: async (transaction, { slug, ...names }) => {
    const rows = locales.map((locale) => ({ locale, name: names[locale] }))
    const texts = { deleteMany: {}, create: rows }
    await transaction.postTag.upsert({ where: { slug }, create: { slug, texts: { create: rows } }, update: { texts } })
  },
})

type PostState = { status?: string }

export async function readPosts(transaction: Transaction, slugs: string[]): Promise<Map<string, PostState>> {
  const rows = await transaction.post.findMany({
    where: { slug: { in: slugs } },
    select: {
      slug: true,
      status: true,
      published_at: true,
      is_featured: true,
      tag_ids: true,
      cover_hash: true,
      texts: { select: { locale: true, title: true, excerpt: true, cover_alt: true, body: true } },
    },
  })
  const tags = new Map(
    (await transaction.postTag.findMany({ select: { id: true, slug: true } })).map(({ id, slug }) => [id, slug]),
  )
  return new Map(
    rows.map(({ tag_ids, published_at, texts, ...post }) => [
      post.slug,
      {
        ...post,
        published_at: published_at?.toISOString(),
        tags: tag_ids.map((id) => tags.get(id)),
        texts: Object.fromEntries(texts.map(({ locale, ...text }) => [locale, text])),
      },
    ]),
  )
}

/** Who wrote it is the name of the site, and no part of it. */
async function statesOf(posts: StarterPost[]): Promise<Map<string, object>> {
  const states = new Map<string, object>()
  for (const { texts, published_at, ...post } of posts) {
    const cover_hash = createHash('sha256')
      .update(await readCover(post.slug))
      .digest('hex')
    const translated: Record<string, object> = {}
    for (const locale of locales) translated[locale] = { ...texts[locale], body: await readBody(post.slug, locale) }
    const published = { status: 'published', published_at: new Date(published_at).toISOString() }
    states.set(post.slug, { ...post, ...published, cover_hash, texts: translated })
  }
  return states
}

export async function upgradePosts(
  { author_name, dryRun }: { author_name: string; dryRun: boolean },
  inTransaction: <Result>(callback: (transaction: Transaction) => Promise<Result>) => Promise<Result>,
): Promise<Record<string, Counts>> {
  const { tags, posts } = await readStarterPosts()
  const states = await statesOf(posts)
  const stateOf = ({ slug }: StarterPost) => states.get(slug) ?? {}
  const prepared = new Map<string, PreparedPost>()
  const standing = await readPosts(
    db,
    posts.map(({ slug }) => slug),
  )
  // Before the transaction, in which somebody may wait.
  for (const post of posts)
    if (!dryRun && itemHash(standing.get(post.slug) ?? {}) !== itemHash(stateOf(post)))
      prepared.set(post.slug, await preparePost(post))
  return inTransaction(async (transaction): Promise<Record<string, Counts>> => {
    if (!dryRun)
      await transaction.$queryRaw`SELECT FROM post WHERE slug = ANY(${posts.map(({ slug }) => slug)}) ORDER BY id FOR NO KEY UPDATE`
    const tagsOf = tagKind(tags)
    const postKind: StarterKind<StarterPost> = {
      kind: 'post',
      items: posts,
      stateOf,
      read: readPosts,
      write: async (_transaction, post, decision) => {
        const known = await transaction.postTag.findMany({ select: { id: true, slug: true } })
        const ids = new Map(known.map(({ id, slug }) => [slug, id]))
        const facts = { author_name, tag_ids: post.tags.flatMap((tag) => ids.get(tag) ?? []) }
        const whole = prepared.get(post.slug) ?? (await preparePost(post))
        await (decision === 'add' ? createPost : writePost)(transaction, whole, facts)
      },
      isShown: (state: PostState) => state.status === 'published',
    }
    const shipped = await findShippedOf(transaction, postKind, { otherKinds: [tagsOf.kind], dryRun })
    if (!shipped) return {}
    const { counts: post_tag, slugs } = await upgradeItems(transaction, tagsOf, shipped, dryRun)
    // Tags that somebody removed stay away from what comes.
    for (const post of posts) {
      post.tags = post.tags.filter((tag) => slugs.has(tag))
      states.set(post.slug, { ...stateOf(post), tags: post.tags })
    }
    return { post_tag, post: (await upgradeItems(transaction, postKind, shipped, dryRun)).counts }
  })
}
