import type { AdminTestimonial, TestimonialState } from '#shared/admin/testimonials.ts'
import type { Locale } from '#shared/locale.ts'
import { db } from '../database/db.ts'
import type { Prisma } from '../database/db.ts'
import { changeEditable, createEditable, removeEditable, textRowsOf } from '../editing/edit.ts'
import type { EditableChange, Editable, WithEtag, Editor } from '../editing/edit.ts'
import { addToEnd, lockList } from '../editing/list-order.ts'

const columns = {
  id: true,
  name: true,
  is_sample: true,
  texts: { select: { locale: true, role: true, text: true } },
} as const
type Row = Prisma.TestimonialGetPayload<{ select: typeof columns }>

function itemOf({ id, name, is_sample, texts }: Row): AdminTestimonial {
  const textIn = (locale: Locale) => {
    const found = texts.find((one) => one.locale === locale)
    return found ? { role: found.role, text: found.text } : null
  }
  return { id, name, is_sample, texts: { en: textIn('en') ?? { role: '', text: '' }, es: textIn('es') } }
}

export const editableTestimonials: Editable<AdminTestimonial> = {
  kind: 'testimonial',
  lock: (transaction) => lockList(transaction, 'testimonial'),
  read: async (transaction, id) => {
    const row = await transaction.testimonial.findUnique({ where: { id: Number(id) }, select: columns })
    return row && itemOf(row)
  },
}

export async function listAdminTestimonials(): Promise<AdminTestimonial[]> {
  const rows = await db.testimonial.findMany({ select: columns, orderBy: [{ position: 'asc' }, { id: 'asc' }] })
  return rows.map(itemOf)
}

export const addTestimonial = (
  editor: Editor,
  { texts, ...facts }: TestimonialState,
): Promise<WithEtag<AdminTestimonial>> =>
  createEditable(editableTestimonials, editor, (transaction) =>
    addToEnd(transaction, 'testimonial', () =>
      transaction.testimonial.create({
        data: { ...facts, position: 0, texts: { create: textRowsOf(texts) } },
        select: { id: true },
      }),
    ),
  )

export const changeTestimonial = (
  edit: EditableChange,
  { texts, ...facts }: TestimonialState,
): Promise<WithEtag<AdminTestimonial>> =>
  changeEditable(editableTestimonials, edit, (transaction) =>
    transaction.testimonial.update({
      where: { id: Number(edit.id) },
      data: { ...facts, texts: { deleteMany: {}, create: textRowsOf(texts) } },
      select: { id: true },
    }),
  )

export const removeTestimonial = (edit: EditableChange): Promise<void> =>
  removeEditable(editableTestimonials, edit, (transaction) =>
    transaction.testimonial.delete({ where: { id: Number(edit.id) }, select: { id: true } }),
  )
