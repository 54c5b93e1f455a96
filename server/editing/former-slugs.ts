import type { AddressedKind } from '#shared/admin/paths.ts'
import { withParams } from '#shared/fields.ts'
import { isStorable, normalizeText } from '#shared/texts.ts'
import { db, Prisma, queryRows } from '../database/db.ts'
import { FieldProblem, notFound } from '../problem.ts'
import { addAuditEntry } from './audit.ts'
import type { Editor } from './edit.ts'

type Transaction = Prisma.TransactionClient
type Addressed = { kind: AddressedKind | 'thread'; paths: readonly string[]; shown: Prisma.Sql }

const addressed: readonly Addressed[] = [
  { kind: 'prompt', paths: ['/library/prompt/', '/api/library/prompts/'], shown: Prisma.sql`effective_prompt` },
  {
    kind: 'category',
    paths: ['/library/category/', '/api/library/categories/'],
    shown: Prisma.sql`effective_category`,
  },
  { kind: 'use_case', paths: ['/library/use-case/', '/api/library/use-cases/'], shown: Prisma.sql`effective_use_case` },
  { kind: 'pipeline', paths: ['/library/pipeline/', '/api/library/pipelines/'], shown: Prisma.sql`effective_pipeline` },
  {
    kind: 'post',
    paths: ['/blog/', '/api/blog/posts/'],
    shown: Prisma.sql`(SELECT id, slug FROM post WHERE status = 'published')`,
  },
  {
    kind: 'site_page',
    paths: ['/page/', '/api/site/pages/'],
    shown: Prisma.sql`(SELECT id, slug FROM site_page WHERE is_published)`,
  },
  {
    kind: 'thread',
    paths: ['/forum/thread/', '/api/forum/threads/'],
    shown: Prisma.sql`(SELECT id, meta_slug AS slug FROM thread
                        WHERE status = 'published' AND hidden_at IS NULL AND deleted_at IS NULL)`,
  },
]

function readPath(pathname: string) {
  for (const { kind, paths, shown } of addressed)
    for (const path of paths) {
      if (!pathname.startsWith(path)) continue
      const [, slug = '', rest = ''] = /^([^/]+?)(\.md|\/.*)?$/.exec(pathname.slice(path.length)) ?? []
      if (slug !== '') return { kind, shown, path, slug, rest }
    }
  return null
}

function decode(part: string): string | null {
  try {
    const text = normalizeText(decodeURIComponent(part))
    return isStorable(text) ? text : null
  } catch {
    return null
  }
}

/** Returns the current path of an item, for a former page or API path. Null if there is none or it is not public. */
export async function findMovedPath(pathname: string): Promise<string | null> {
  const found = readPath(pathname)
  const slug = found && decode(found.slug)
  if (!found || slug === null) return null
  const { kind, shown, path, rest } = found
  const [moved] = await queryRows<{ slug: string }>(Prisma.sql`
    SELECT item.slug FROM former_slug JOIN ${shown} AS item ON item.id = item_id
     WHERE kind = ${kind} AND former_slug.slug = ${slug}`)
  return moved ? path + encodeURIComponent(moved.slug) + rest : null
}

/** Throws 400 for a slug that redirects to another item. */
export async function checkFormerSlug(
  transaction: Transaction,
  kind: AddressedKind,
  { id = 0, slug }: { id?: number; slug: string },
): Promise<void> {
  const [other] = await transaction.$queryRaw<{ slug: string }[]>`
    SELECT item.slug FROM former_slug JOIN ${Prisma.raw(kind)} AS item ON item.id = item_id
     WHERE kind = ${kind} AND former_slug.slug = ${slug} AND item_id <> ${id}`
  if (other) throw new FieldProblem('slug', withParams('editing.former_slug', { slug: other.slug }))
}

export async function listFormerSlugs(kind: AddressedKind, item_id: number): Promise<string[]> {
  const found = await queryRows(Prisma.sql`SELECT FROM ${Prisma.raw(kind)} WHERE id = ${item_id}`)
  if (found.length === 0) throw notFound()
  const rows = await db.formerSlug.findMany({
    where: { kind, item_id },
    select: { slug: true },
    orderBy: [{ left_at: 'desc' }, { slug: 'asc' }],
  })
  return rows.map(({ slug }) => slug)
}

export async function removeFormerSlug(
  editor: Editor,
  { kind, id, slug }: { kind: AddressedKind; id: number; slug: string },
): Promise<void> {
  await db.$transaction(async (transaction) => {
    const { count } = await transaction.formerSlug.deleteMany({ where: { kind, slug, item_id: id } })
    if (count === 0) throw notFound()
    await addAuditEntry(transaction, { actor_id: editor.id, kind, action: 'address_released', target: id, note: slug })
  })
}
