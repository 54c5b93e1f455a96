import type { AdminPostTag, AdminPostTagRow, PostTagState } from '#shared/admin/posts.ts'
import { locales } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { slugOf } from '#shared/slugs.ts'
import { db, isUniqueViolation, Prisma, queryRows } from '../database/db.ts'
import { changeEditable, createEditable, removeEditable } from '../editing/edit.ts'
import type { Editable, WithEtag, Editor } from '../editing/edit.ts'
import { FieldProblem } from '../problem.ts'

type Transaction = Prisma.TransactionClient

const columns = { id: true, slug: true, texts: { select: { locale: true, name: true } } } as const
type Row = Prisma.PostTagGetPayload<{ select: typeof columns }>

function itemOf({ id, slug, texts }: Row): AdminPostTag {
  const nameIn = (locale: Locale) => texts.find((text) => text.locale === locale)?.name ?? slug
  return { id, slug, names: { en: nameIn('en'), es: nameIn('es') } }
}

const lockTag = (transaction: Transaction, id: string | number) =>
  transaction.$queryRaw`SELECT FROM post_tag WHERE id = ${Number(id)} FOR UPDATE`

export const editablePostTags: Editable<AdminPostTag> = {
  kind: 'post_tag',
  lock: lockTag,
  read: async (transaction, id) => {
    const row = await transaction.postTag.findUnique({ where: { id: Number(id) }, select: columns })
    return row && itemOf(row)
  },
}

export async function listAdminPostTags(locale: Locale): Promise<AdminPostTagRow[]> {
  const rows = await db.postTag.findMany({ select: columns, orderBy: { slug: 'asc' } })
  const counts = await queryRows<{ id: number; count: number }>(
    Prisma.sql`SELECT tag_id AS id, count(*)::int AS count FROM post, unnest(tag_ids) AS tag_id GROUP BY tag_id`,
  )
  const countOf = new Map(counts.map(({ id, count }) => [id, count]))
  const { compare } = new Intl.Collator(locale)
  return rows
    .map((row) => ({ ...itemOf(row), post_count: countOf.get(row.id) ?? 0 }))
    .toSorted((one, other) => compare(one.names[locale], other.names[locale]))
}

/** Adds a tag with a slug made from its name. Throws 400 if the slug is taken. */
export async function addPostTag(editor: Editor, { names }: PostTagState): Promise<WithEtag<AdminPostTag>> {
  const slug = slugOf(names.en) || slugOf(names.es)
  if (slug === '') throw new FieldProblem('names.en', 'blog.problem.tag_without_letters')
  const texts = { create: locales.map((locale) => ({ locale, name: names[locale] })) }
  return createEditable(editablePostTags, editor, (transaction) =>
    transaction.postTag.create({ data: { slug, texts }, select: { id: true } }),
  ).catch((error: unknown) => {
    throw isUniqueViolation(error) ? new FieldProblem('names.en', 'blog.problem.tag_taken') : error
  })
}

type TagChange = { id: number; if_match: string | undefined; editor: Editor }

export const changePostTag = (edit: TagChange, { names }: PostTagState): Promise<WithEtag<AdminPostTag>> =>
  changeEditable(editablePostTags, edit, async (transaction) => {
    for (const locale of locales)
      await transaction.postTagText.upsert({
        where: { post_tag_id_locale: { post_tag_id: edit.id, locale } },
        create: { post_tag_id: edit.id, locale, name: names[locale] },
        update: { name: names[locale] },
        select: { post_tag_id: true },
      })
  })

const lockWithPosts = async (transaction: Transaction, id: string | number) => {
  // Locks the rows of posts first, as saving a post does.
  await transaction.$queryRaw`SELECT FROM post WHERE tag_ids @> ARRAY[${Number(id)}::int] ORDER BY id FOR NO KEY UPDATE`
  await lockTag(transaction, id)
}

/** Removes the tag from its posts. Throws 404, 412, 428. */
export const removePostTag = (edit: TagChange): Promise<void> =>
  removeEditable({ ...editablePostTags, lock: lockWithPosts }, edit, async (transaction) => {
    const { id } = edit
    await transaction.$executeRaw`
      UPDATE post SET tag_ids = array_remove(tag_ids, ${id}::int), updated_at = now() WHERE tag_ids @> ARRAY[${id}::int]`
    await transaction.postTag.delete({ where: { id }, select: { id: true } })
  })
