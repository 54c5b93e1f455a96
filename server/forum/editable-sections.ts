import type { AdminSection, AdminSectionRow, SectionState } from '#shared/admin/sections.ts'
import { locales } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { db, isUniqueViolation } from '../database/db.ts'
import type { Prisma } from '../database/db.ts'
import { changeEditable, createEditable, removeEditable, textRowsOf } from '../editing/edit.ts'
import type { Editable, WithEtag, Editor } from '../editing/edit.ts'
import { FieldProblem, HttpProblem } from '../problem.ts'
import { inBatches } from '../database/batches.ts'
import { retryDeadlock } from '../sql/deadlocks.ts'

type Transaction = Prisma.TransactionClient
const moveMaxMs = 5_000 // milliseconds that an admin waits

const columns = {
  id: true,
  slug: true,
  position: true,
  texts: { select: { locale: true, name: true, description: true } },
} as const
type Row = Prisma.SectionGetPayload<{ select: typeof columns }>

function itemOf({ id, slug, position, texts }: Row): AdminSection {
  const textIn = (locale: Locale) => {
    const { name = '', description = '' } = texts.find((text) => text.locale === locale) ?? {}
    return { name, description }
  }
  return { id, slug, position, texts: { en: textIn('en'), es: textIn('es') } }
}

export const editableSections: Editable<AdminSection> = {
  kind: 'section',
  lock: (transaction, id) => transaction.$queryRaw`SELECT FROM section WHERE id = ${Number(id)} FOR UPDATE`,
  read: async (transaction, id) => {
    const row = await transaction.section.findUnique({ where: { id: Number(id), successor_id: null }, select: columns })
    return row && itemOf(row)
  },
}

export async function listAdminSections(): Promise<AdminSectionRow[]> {
  const rows = await db.section.findMany({
    select: { ...columns, _count: { select: { threads: true } } },
    where: { successor_id: null },
    orderBy: [{ position: 'asc' }, { id: 'asc' }],
  })
  return rows.map(({ _count, ...row }) => ({ ...itemOf(row), thread_count: _count.threads }))
}

const mapSlugConflict = (error: unknown): never => {
  throw isUniqueViolation(error) ? new FieldProblem('slug', 'forum.section.slug_taken') : error
}

export const addSection = (editor: Editor, { texts, ...facts }: SectionState): Promise<WithEtag<AdminSection>> =>
  createEditable(editableSections, editor, (transaction) =>
    transaction.section.create({ data: { ...facts, texts: { create: textRowsOf(texts) } }, select: { id: true } }),
  ).catch(mapSlugConflict)

type SectionChange = { id: number; if_match: string | undefined; editor: Editor }

export const changeSection = (
  edit: SectionChange,
  { texts, ...facts }: SectionState,
): Promise<WithEtag<AdminSection>> =>
  changeEditable(editableSections, edit, async (transaction) => {
    const { id } = edit
    await transaction.section.update({ where: { id }, data: facts, select: { id: true } })
    for (const locale of locales)
      await transaction.sectionText.upsert({
        where: { section_id_locale: { section_id: id, locale } },
        create: { section_id: id, locale, ...texts[locale] },
        update: texts[locale],
        select: { section_id: true },
      })
  }).catch(mapSlugConflict)

async function findSuccessor(transaction: Transaction, section_id: number, target: number | undefined) {
  const first = await transaction.thread.findFirst({ where: { section_id }, select: { id: true } })
  if (!first) return null
  if (target === undefined) throw new HttpProblem(409, 'forum.section.has_threads', { code: 'has_threads' })
  const found = await transaction.section.findUnique({
    where: { id: target, successor_id: null },
    select: { id: true },
  })
  if (!found || target === section_id) throw new FieldProblem('target', 'forum.section.no_such_target')
  return target
}

/** Locks all rows of sections, so that one section remains and two removals cannot redirect to each other. */
const lockSections = (transaction: Transaction) => transaction.$queryRaw`SELECT FROM section ORDER BY id FOR UPDATE`

/** Hides a section and moves its threads in batches. Throws 400, 404, 412, 428, and 409 for the last section. */
export async function removeSection(edit: SectionChange, target: number | undefined): Promise<void> {
  const { id } = edit
  await removeEditable({ ...editableSections, lock: lockSections }, edit, async (transaction) => {
    if ((await transaction.section.count({ where: { id: { not: id }, successor_id: null } })) === 0)
      throw new HttpProblem(409, 'forum.section.last', { code: 'last_section' })
    const successor_id = await findSuccessor(transaction, id, target)
    if (successor_id === null) return transaction.section.delete({ where: { id }, select: { id: true } })
    // Changes the successor of this section, and of removed sections whose threads still move to this one.
    const where = { OR: [{ id }, { successor_id: id }] }
    return transaction.section.updateMany({ where, data: { successor_id } })
  })
  await moveThreads({ maxMs: moveMaxMs }).catch(() => {}) // a job continues after a failure or timeout
}

/** Moves up to `rows` threads to the section's present successor, which may have changed during the move. */
const moveBatch = (id: number, rows: number) =>
  retryDeadlock(
    () => db.$executeRaw`
      UPDATE thread SET section_id = successor_id, pinned_at = NULL FROM section
       WHERE section.id = ${id} AND successor_id IS NOT NULL AND thread.id = ANY (ARRAY(
         SELECT id FROM thread WHERE section_id = ${id} ORDER BY id LIMIT ${rows} FOR NO KEY UPDATE))`,
  )

export type MoveOptions = { rows?: number; maxMs?: number }

/** Moves the threads of removed sections to their successors in batches. Deletes a section without threads. */
export async function moveThreads({ rows = 1_000, maxMs = Infinity }: MoveOptions = {}): Promise<void> {
  const endsAt = performance.now() + maxMs
  const removed = await db.section.findMany({ where: { successor_id: { not: null } }, select: { id: true } })
  for (const { id } of removed) {
    await inBatches((most) => moveBatch(id, most), { rows, maxMs: endsAt - performance.now() })
    // Keeps the section if it has threads again, or is the successor of another.
    await db.$executeRaw`
      DELETE FROM section WHERE id = ${id} AND successor_id IS NOT NULL
         AND NOT EXISTS (SELECT FROM thread WHERE section_id = ${id})
         AND NOT EXISTS (SELECT FROM section AS other WHERE other.successor_id = ${id})`
  }
}
