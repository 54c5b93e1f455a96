import type { Locale } from '#shared/locale.ts'
import { isAddressed } from '#shared/admin/paths.ts'
import { librarySlugPattern } from '#shared/slugs.ts'
import { isUniqueViolation, Prisma } from '../database/db.ts'
import { changeEditable, createEditable, removeEditable, textRowsOf } from '../editing/edit.ts'
import type { Editable, LocalizedTexts, WithEtag, Editor } from '../editing/edit.ts'
import { checkFormerSlug } from '../editing/former-slugs.ts'
import { FieldProblem, HttpProblem } from '../problem.ts'

type Transaction = Prisma.TransactionClient

function checkSlug(slug: string): void {
  if (!librarySlugPattern.test(slug)) throw new FieldProblem('slug', 'edited_library.slug')
}

type Kind = Referred | 'pipeline' | 'prompt_set' // names of tables
const mapSlugConflict = (error: unknown): never => {
  throw isUniqueViolation(error) ? new FieldProblem('slug', 'edited_library.slug_taken') : error
}

async function assertSlugFree(
  transaction: Transaction,
  kind: Kind,
  next: { id?: number; slug: string },
): Promise<void> {
  if (isAddressed(kind)) await checkFormerSlug(transaction, kind, next)
}

type LibraryItem<Item extends object> = Editable<Item> & { kind: Kind }
export type ItemEdit = { id: number; if_match: string | undefined; editor: Editor }

export const libraryItem = <Item extends object>(kind: Kind, read: Editable<Item>['read']): LibraryItem<Item> => ({
  kind,
  lock: (transaction, id) =>
    transaction.$executeRaw`SELECT FROM ${Prisma.raw(kind)} WHERE id = ${Number(id)} FOR NO KEY UPDATE`,
  read,
})

/** Adds an item. A slug that is taken, even by a concurrent request, throws a field problem. */
export async function addItem<Item extends object>(
  editable: LibraryItem<Item>,
  editor: Editor,
  slug: string,
  insert: (transaction: Transaction) => Promise<{ id: number }>,
): Promise<WithEtag<Item>> {
  checkSlug(slug)
  return createEditable(editable, editor, async (transaction) => {
    await assertSlugFree(transaction, editable.kind, { slug })
    return insert(transaction)
  }).catch(mapSlugConflict)
}

type SlugChange = { slug?: string | undefined }

/** Changes an item. A former slug redirects to it. Throws 400, 404, 412, 428. */
export const changeItem = <Item extends { slug: string }>(
  editable: LibraryItem<Item>,
  edit: ItemEdit,
  { slug }: SlugChange,
  write: (transaction: Transaction, before: Item) => Promise<unknown>,
): Promise<WithEtag<Item>> =>
  changeEditable(editable, edit, async (transaction, before) => {
    if (slug !== undefined && slug !== before.slug) {
      checkSlug(slug)
      await assertSlugFree(transaction, editable.kind, { id: edit.id, slug })
    }
    return write(transaction, before)
  }).catch(mapSlugConflict)

/** Removes an item. A row lock makes new references wait and fail. Throws 409 with the number of references. */
export const removeItem = <Item extends object>(
  editable: LibraryItem<Item>,
  edit: ItemEdit,
  countUses: (transaction: Transaction) => Promise<Record<string, number>>,
): Promise<void> =>
  removeEditable(editable, edit, async (transaction) => {
    const table = Prisma.raw(editable.kind)
    await transaction.$executeRaw`SELECT FROM ${table} WHERE id = ${edit.id} FOR UPDATE`
    assertUnused(await countUses(transaction))
    await transaction.$executeRaw`DELETE FROM ${table} WHERE id = ${edit.id}`
  })

export function textsOf<Row extends { locale: Locale }>(rows: Row[]): { en: Row; es: Row | null } {
  const of = (language: Locale) => rows.find(({ locale }) => locale === language)
  const en = of('en')
  if (!en) throw new Error('An item has no English text.')
  return { en, es: of('es') ?? null }
}

type TextTable = `${Exclude<Kind, 'model'>}_text`
const columns: Record<TextTable, { key: string; fields: Record<string, string> }> = {
  category_text: { key: 'category_id', fields: { name: 'text', description: 'text', warning_text: 'text' } },
  use_case_text: { key: 'use_case_id', fields: { title: 'text' } },
  tag_text: { key: 'tag_id', fields: { name: 'text' } },
  pipeline_text: {
    key: 'pipeline_id',
    fields: { title: 'text', short_description: 'text', how_to_use: 'text' },
  },
  prompt_set_text: { key: 'prompt_set_id', fields: { title: 'text' } },
  functional_group_text: { key: 'functional_group_id', fields: { name: 'text' } },
  prompt_text: {
    key: 'prompt_id',
    fields: {
      title: 'text',
      short_description: 'text',
      content: 'text',
      how_to_use: 'text',
      known_issues: 'text',
      example: 'text',
      example_values: 'jsonb',
      labels: 'jsonb',
    },
  },
}

/** Writes both languages in two statements. Unchanged rows are not written. */
export async function writeTexts(
  transaction: Transaction,
  table: TextTable,
  id: number,
  texts: LocalizedTexts<object>,
): Promise<void> {
  const { key, fields } = columns[table]
  const names = Object.keys(fields)
  const list = (prefix = '') => Prisma.raw(names.map((name) => prefix + name).join(', '))
  const typed = Prisma.raw(
    Object.entries(fields)
      .map((field) => field.join(' '))
      .join(', '),
  )
  const [of, owner] = [Prisma.raw(table), Prisma.raw(key)]
  if (texts.es === null) await transaction.$executeRaw`DELETE FROM ${of} WHERE ${owner} = ${id} AND locale = 'es'`
  await transaction.$executeRaw`
    INSERT INTO ${of} AS known (${owner}, locale, ${list()})
    SELECT ${id}, locale, ${list()} FROM jsonb_to_recordset(${JSON.stringify(textRowsOf(texts))}::jsonb) AS row (locale locale, ${typed})
    ON CONFLICT (${owner}, locale) DO UPDATE SET ${Prisma.raw(names.map((name) => `${name} = excluded.${name}`).join(', '))}
     WHERE row(${list('known.')}) IS DISTINCT FROM row(${list('excluded.')})`
}

export const missingReference = {
  model: 'edited_library.no_model',
  tag: 'edited_library.no_tag',
  functional_group: 'edited_library.no_functional_group',
  category: 'edited_library.no_category',
  use_case: 'edited_library.no_use_case',
  prompt: 'edited_library.no_prompt',
} as const
type Referred = keyof typeof missingReference

/** Locks the referenced rows until commit. Throws a field problem if one is missing. */
export async function lockReferenced(
  transaction: Transaction,
  table: Referred,
  ids: number[],
  field: string,
): Promise<void> {
  if (ids.length === 0) return
  const found = await transaction.$queryRaw<{ id: number }[]>`
    SELECT id FROM ${Prisma.raw(table)} WHERE id = ANY (${ids}::int[]) ORDER BY id FOR KEY SHARE`
  if (found.length < ids.length) throw new FieldProblem(field, missingReference[table])
}

function assertUnused(uses: Record<string, number>): void {
  const counted = Object.entries(uses).filter(([, count]) => count > 0)
  if (counted.length === 0) return
  throw new HttpProblem(409, 'edited_library.in_use', { code: 'in_use', uses: Object.fromEntries(counted) })
}

export const archivedAt = (is_archived: boolean) => (is_archived ? new Date() : null)
/** Change of `archived_at`. An item that is already archived keeps its date. */
export const archiveChange = (before: { is_archived: boolean }, is_archived: boolean) =>
  is_archived === before.is_archived ? {} : { archived_at: archivedAt(is_archived) }
