import type { AdminTestimonial, TestimonialState } from '#shared/admin/testimonials.ts'
import type { Locale } from '#shared/locale.ts'
import { db } from '../database/db.ts'
import type { Prisma } from '../database/db.ts'
import { change, create, remove } from '../editing/edit.ts'
import type { Change, Editable, WithEtag, Editor } from '../editing/edit.ts'
import { lockList, putLast } from '../editing/list-order.ts'

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

export const editedTestimonials: Editable<AdminTestimonial> = {
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

const rowsOf = ({ en, es }: TestimonialState['texts']) => [
  { locale: 'en' as const, ...en },
  ...(es ? [{ locale: 'es' as const, ...es }] : []),
]

export const addTestimonial = (
  editor: Editor,
  { texts, ...facts }: TestimonialState,
): Promise<WithEtag<AdminTestimonial>> =>
  create(editedTestimonials, editor, async (transaction) => {
    await lockList(transaction, 'testimonial')
    const { id } = await transaction.testimonial.create({
      data: { ...facts, position: 0, texts: { create: rowsOf(texts) } },
      select: { id: true },
    })
    await putLast(transaction, 'testimonial', id)
    return id
  })

export const changeTestimonial = (
  edit: Change,
  { texts, ...facts }: TestimonialState,
): Promise<WithEtag<AdminTestimonial>> =>
  change(editedTestimonials, edit, (transaction) =>
    transaction.testimonial.update({
      where: { id: Number(edit.id) },
      data: { ...facts, texts: { deleteMany: {}, create: rowsOf(texts) } },
      select: { id: true },
    }),
  )

export const removeTestimonial = (edit: Change): Promise<void> =>
  remove(editedTestimonials, edit, (transaction) =>
    transaction.testimonial.delete({ where: { id: Number(edit.id) }, select: { id: true } }),
  )
