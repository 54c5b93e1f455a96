import { locales } from '#shared/locale.ts'
import { slugOf } from '#shared/slugs.ts'
import { db } from '../database/db.ts'
import type { Prisma } from '../database/db.ts'
import { addAuditEntry } from '../editing/audit.ts'
import { renderMarkdown, renderVersion } from '../markdown/markdown.ts'
import { editablePosts } from './editable-posts.ts'
import { PostFileProblem } from './front-matter.ts'
import type { PostFile } from './front-matter.ts'
import { readingMinutes } from './reading-minutes.ts'

export type ImportedPost = 'added' | 'changed' | 'unchanged'

/** Returns tag ids. Adds missing tags, with one name for both languages; a dry run returns -1 for them. */
async function findTags(transaction: Prisma.TransactionClient, names: string[], dryRun: boolean): Promise<number[]> {
  const ids: number[] = []
  for (const name of names) {
    const slug = slugOf(name)
    if (slug === '') throw new PostFileProblem(`The tag ${name} needs letters from a to z or digits.`)
    const found = await transaction.postTag.findUnique({ where: { slug }, select: { id: true } })
    if (found) ids.push(found.id)
    else if (dryRun) ids.push(-1)
    else {
      const texts = { create: locales.map((locale) => ({ locale, name })) }
      ids.push((await transaction.postTag.create({ data: { slug, texts }, select: { id: true } })).id)
    }
  }
  return [...new Set(ids)]
}

const isSame = (former: object, next: object) =>
  Object.entries(next).every(
    ([name, value]) => JSON.stringify((former as Record<string, unknown>)[name]) === JSON.stringify(value),
  )

/** Adds or changes a post, found by slug. Fields not in the file stay. Without changes, `updated_at` stays too. */
export async function importPost(
  file: PostFile,
  { dryRun, author_name }: { dryRun: boolean; author_name: string },
): Promise<ImportedPost> {
  const { slug, locale, title, excerpt, cover_alt, body } = file
  const body_html = await renderMarkdown(body, 'post', 'body')
  return db.$transaction(async (transaction) => {
    if (!dryRun) await transaction.$executeRaw`SELECT FROM post WHERE slug = ${slug} FOR NO KEY UPDATE`
    const former = await transaction.post.findUnique({ where: { slug }, include: { texts: { where: { locale } } } })
    const status = file.status ?? former?.status ?? 'draft'
    const dateInFile = file.published_at === undefined ? undefined : new Date(file.published_at)
    const published_at = dateInFile ?? former?.published_at ?? (status === 'published' ? new Date() : null)
    if (status !== 'draft' && !published_at) throw new PostFileProblem('A scheduled post needs published_at.')
    const facts = {
      status,
      published_at,
      ...(file.featured !== undefined && { is_featured: file.featured }),
      ...((file.author ?? !former) && { author_name: file.author ?? author_name }),
      ...(file.tags && { tag_ids: await findTags(transaction, file.tags, dryRun) }),
    }
    const text = { title, excerpt, body, ...(cover_alt !== undefined && { cover_alt }) }
    const [formerText] = former?.texts ?? []
    if (former && formerText && isSame(former, facts) && isSame(formerText, text)) return 'unchanged'
    if (dryRun) return former ? 'changed' : 'added'
    const rendered = { ...text, body_html, render_version: renderVersion, reading_minutes: readingMinutes(body) }
    const author = { author_name: file.author ?? author_name }
    const before = former && (await editablePosts.read(transaction, former.id))
    const { id: post_id } = await transaction.post.upsert({
      where: { slug },
      create: { ...author, ...facts, slug },
      update: { ...facts, updated_at: new Date() },
      select: { id: true },
    })
    await transaction.postText.upsert({
      where: { post_id_locale: { post_id, locale } },
      create: { ...rendered, post_id, locale },
      update: rendered,
    })
    const after = await editablePosts.read(transaction, post_id)
    await addAuditEntry(transaction, {
      actor_id: null,
      kind: 'post',
      action: before ? 'changed' : 'created',
      target: post_id,
      ...(before && { before }),
      ...(after && { after }),
    })
    return former ? 'changed' : 'added'
  })
}
