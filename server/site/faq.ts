import { readFile } from 'node:fs/promises'
import type { AdminFaqItem, FaqItem, FaqItemState } from '#shared/site/faq.ts'
import type { Locale } from '#shared/locale.ts'
import type { FaqPage } from '#shared/site/paths.ts'
import { cacheTags } from '../cache/cache-tags.ts'
import type { Tagged } from '../cache/cache-tags.ts'
import { db, Prisma, queryRows } from '../database/db.ts'
import { changeEditable, createEditable, removeEditable, textRowsOf } from '../editing/edit.ts'
import type { EditableChange, Editable, WithEtag, Editor } from '../editing/edit.ts'
import { addStarterList } from '../editing/starter-list.ts'
import { addToEnd, lockList, moveToEnd } from '../editing/list-order.ts'
import { fillFigurePlaceholders, readFigures } from '../library/figures.ts'
import { fillPlanPlaceholders, planPlaceholdersOf } from '../subscription/prices/plan-placeholders.ts'
import { listPlans } from '../subscription/prices/plans.ts'

const file = new URL('../../prisma/content/faq.json', import.meta.url)

/** Lists questions in the locale, or in English. Excludes questions that name a plan which does not exist. */
export async function listFaq(page: FaqPage, locale: Locale): Promise<Tagged<FaqItem[]>> {
  const figures = await readFigures()
  const plans = await listPlans(locale)
  const names = planPlaceholdersOf(plans.value, locale)
  const rows = await queryRows<FaqItem>(Prisma.sql`
    SELECT id, translated.q, translated.a
      FROM faq_item, LATERAL (SELECT q, a FROM faq_item_text
                               WHERE faq_item_id = faq_item.id AND locale IN ('en', ${locale}::locale)
                               ORDER BY locale <> ${locale}::locale LIMIT 1) AS translated
     WHERE page = ${page}::faq_page ORDER BY position, id`)
  const value = rows.flatMap(({ id, ...texts }) => {
    const [q, a] = [fillPlanPlaceholders(texts.q, names), fillPlanPlaceholders(texts.a, names)]
    return q === null || a === null
      ? []
      : [{ id, q: fillFigurePlaceholders(q, figures, locale), a: fillFigurePlaceholders(a, figures, locale) }]
  })
  return { value, cacheTags: [cacheTags.faq, ...plans.cacheTags] }
}

const columns = { id: true, page: true, texts: { select: { locale: true, q: true, a: true } } } as const
type Row = Prisma.FaqItemGetPayload<{ select: typeof columns }>

function itemOf({ id, page, texts }: Row): AdminFaqItem {
  const textIn = (locale: Locale) => {
    const text = texts.find((one) => one.locale === locale)
    return text ? { q: text.q, a: text.a } : null
  }
  return { id, page, texts: { en: textIn('en') ?? { q: '', a: '' }, es: textIn('es') } }
}

export const editableFaq: Editable<AdminFaqItem> = {
  kind: 'faq_item',
  lock: (transaction) => lockList(transaction, 'faq_item'),
  read: async (transaction, id) => {
    const row = await transaction.faqItem.findUnique({ where: { id: Number(id) }, select: columns })
    return row && itemOf(row)
  },
}

export async function listAdminFaq(): Promise<AdminFaqItem[]> {
  const orderBy = [{ page: 'asc' }, { position: 'asc' }, { id: 'asc' }] as const
  return (await db.faqItem.findMany({ select: columns, orderBy: [...orderBy] })).map(itemOf)
}

export const addFaqItem = (editor: Editor, { page, texts }: FaqItemState): Promise<WithEtag<AdminFaqItem>> =>
  createEditable(editableFaq, editor, (transaction) =>
    addToEnd(transaction, 'faq_item', () =>
      transaction.faqItem.create({
        data: { page, position: 0, texts: { create: textRowsOf(texts) } },
        select: { id: true },
      }),
    ),
  )

/** Changes a question. If it moves to another page, it becomes the last there. Throws 404, 412, 428. */
export const changeFaqItem = (edit: EditableChange, { page, texts }: FaqItemState): Promise<WithEtag<AdminFaqItem>> =>
  changeEditable(editableFaq, edit, async (transaction, before) => {
    const id = Number(edit.id)
    const rows = { deleteMany: {}, create: textRowsOf(texts) }
    await transaction.faqItem.update({ where: { id }, data: { page, texts: rows }, select: { id: true } })
    if (page !== before.page) await moveToEnd(transaction, 'faq_item', id)
  })

export const removeFaqItem = (edit: EditableChange): Promise<void> =>
  removeEditable(editableFaq, edit, (transaction) =>
    transaction.faqItem.delete({ where: { id: Number(edit.id) }, select: { id: true } }),
  )

type StarterFaqItem = { page: FaqPage; position: number; texts: Record<Locale, { q: string; a: string }> }

export const addStarterFaq = (): Promise<void> =>
  addStarterList('faq_item', async (transaction) => {
    for (const { texts, ...item } of JSON.parse(await readFile(file, 'utf8')) as StarterFaqItem[])
      await transaction.faqItem.create({
        data: { ...item, texts: { create: textRowsOf(texts) } },
        select: { id: true },
      })
  })
