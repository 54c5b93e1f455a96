import type { AdminAnnouncement, AnnouncementState, ListedAnnouncement } from '#shared/site/announcements.ts'
import { db } from '../database/db.ts'
import type { Prisma } from '../database/db.ts'
import { changeEditable, createEditable, removeEditable } from '../editing/edit.ts'
import type { EditableChange, Editable, WithEtag, Editor } from '../editing/edit.ts'
import { FieldProblem } from '../problem.ts'

const columns = { id: true, from_at: true, until_at: true, link: true, text_en: true, text_es: true } as const
type Row = Prisma.AnnouncementGetPayload<{ select: typeof columns }>

const itemOf = ({ id, from_at, until_at, link, text_en, text_es }: Row): AdminAnnouncement => ({
  id,
  from_at: from_at.toISOString(),
  until_at: until_at.toISOString(),
  link,
  texts: { en: text_en, es: text_es },
})

export const editableAnnouncements: Editable<AdminAnnouncement> = {
  kind: 'announcement',
  lock: (transaction, id) => transaction.$queryRaw`SELECT FROM announcement WHERE id = ${Number(id)} FOR NO KEY UPDATE`,
  read: async (transaction, id) => {
    const row = await transaction.announcement.findUnique({ where: { id: Number(id) }, select: columns })
    return row && itemOf(row)
  },
}

const maxListed = 200

export async function listAnnouncements(): Promise<ListedAnnouncement[]> {
  const order = [{ until_at: 'desc' }, { id: 'desc' }] as const
  const rows = await db.announcement.findMany({ select: columns, orderBy: [...order], take: maxListed })
  const now = new Date()
  return rows.map((row) => ({
    ...itemOf(row),
    state: row.until_at <= now ? 'over' : row.from_at > now ? 'waiting' : 'running',
  }))
}

function dataOf({ from_at, until_at, link, texts }: AnnouncementState) {
  if (Date.parse(until_at) <= Date.parse(from_at)) throw new FieldProblem('until_at', 'site.ends_before')
  if (texts.en === '' && texts.es === '') throw new FieldProblem('texts.en', 'site.no_text')
  return { from_at, until_at, link, text_en: texts.en, text_es: texts.es }
}

export async function addAnnouncement(editor: Editor, state: AnnouncementState): Promise<WithEtag<AdminAnnouncement>> {
  const data = dataOf(state)
  return createEditable(editableAnnouncements, editor, (transaction) =>
    transaction.announcement.create({ data, select: { id: true } }),
  )
}

export const changeAnnouncement = (
  edit: EditableChange,
  state: AnnouncementState,
): Promise<WithEtag<AdminAnnouncement>> =>
  changeEditable(editableAnnouncements, edit, (transaction) =>
    transaction.announcement.update({ where: { id: Number(edit.id) }, data: dataOf(state), select: { id: true } }),
  )

export const removeAnnouncement = (edit: EditableChange): Promise<void> =>
  removeEditable(editableAnnouncements, edit, (transaction) =>
    transaction.announcement.delete({ where: { id: Number(edit.id) }, select: { id: true } }),
  )
