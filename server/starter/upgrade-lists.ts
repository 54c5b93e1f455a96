import { locales } from '#shared/locale.ts'
import { lockList } from '../editing/list-order.ts'
import { readStarterSections } from '../forum/sections.ts'
import type { StarterSection } from '../forum/sections.ts'
import { addStarterThreads, prepareStarterThreads } from '../forum/starter-threads.ts'
import { createFaqItems, readStarterFaq } from '../site/faq.ts'
import type { StarterFaqItem } from '../site/faq.ts'
import { createTestimonials, readStarterTestimonials } from '../subscription/testimonials.ts'
import { teamAccount } from '../users/team-account.ts'
import type { StarterKind, Transaction } from './upgrade-items.ts'

type Texts = { locale: string }[]
const byLocale = (texts: Texts) => Object.fromEntries(texts.map(({ locale, ...text }) => [locale, text]))
const inOrder = [{ position: 'asc' }, { id: 'asc' }] as const

/** A section that is new comes with its opening threads. */
export const sectionKind = async (site_name: string): Promise<StarterKind<StarterSection>> => ({
  kind: 'section',
  items: await readStarterSections(),
  stateOf: (section) => section,
  lock: (transaction) => transaction.$queryRaw`SELECT FROM section ORDER BY id FOR NO KEY UPDATE`,
  read: async (transaction, slugs) => {
    const rows = await transaction.section.findMany({
      where: { slug: { in: slugs } },
      select: {
        slug: true,
        position: true,
        texts: { select: { locale: true, name: true, description: true } },
      },
    })
    return new Map(rows.map(({ texts, ...section }) => [section.slug, { ...section, texts: byLocale(texts) }]))
  },
  write: async (transaction, { slug, position, texts }, decision) => {
    const rows = locales.map((locale) => ({ locale, ...texts[locale] }))
    const { id } = await transaction.section.upsert({
      where: { slug },
      create: { slug, position, texts: { create: rows } },
      update: { position, texts: { deleteMany: {}, create: rows } },
      select: { id: true },
    })
    if (decision === 'change') return
    const threads = await prepareStarterThreads(slug)
    await addStarterThreads(transaction, threads, new Map([[slug, id]]), teamAccount(site_name))
  },
})

/** A list has no slugs: all of it is one item, so that one edited answer keeps the others as they are. */
type List<Row> = { slug: string; rows: Row[] }
const nonEmpty = (lists: [string, object[]][]) =>
  new Map(lists.filter(([, rows]) => rows.length > 0).map(([slug, rows]) => [slug, { rows }]))

async function readFaq(transaction: Transaction, page: string): Promise<object[]> {
  const rows = await transaction.faqItem.findMany({
    where: { page: page as StarterFaqItem['page'] },
    select: { texts: { select: { locale: true, q: true, a: true } } },
    orderBy: [...inOrder],
  })
  return rows.map(({ texts }) => byLocale(texts))
}

export async function faqKind(): Promise<StarterKind<List<StarterFaqItem>>> {
  const pages = Map.groupBy(await readStarterFaq(), ({ page }) => page)
  return {
    kind: 'faq_item',
    lock: (transaction) => lockList(transaction, 'faq_item'),
    items: [...pages].map(([slug, rows]) => ({ slug, rows })),
    stateOf: ({ rows }) => ({ rows: rows.map(({ texts }) => texts) }),
    read: async (transaction, slugs) => {
      const lists: [string, object[]][] = []
      for (const page of slugs) lists.push([page, await readFaq(transaction, page)])
      return nonEmpty(lists)
    },
    write: async (transaction, { slug, rows }) => {
      await transaction.faqItem.deleteMany({ where: { page: slug as StarterFaqItem['page'] } })
      await createFaqItems(transaction, rows)
    },
  }
}

type StarterTestimonials = Awaited<ReturnType<typeof readStarterTestimonials>>

export const testimonialKind = async (): Promise<StarterKind<List<StarterTestimonials[number]>>> => ({
  kind: 'testimonial',
  lock: (transaction) => lockList(transaction, 'testimonial'),
  items: [{ slug: 'all', rows: await readStarterTestimonials() }],
  stateOf: ({ rows }) => ({ rows: rows.map(({ position: _position, ...row }) => row) }),
  read: async (transaction) => {
    const rows = await transaction.testimonial.findMany({
      select: { name: true, is_sample: true, texts: { select: { locale: true, role: true, text: true } } },
      orderBy: [...inOrder],
    })
    return nonEmpty([['all', rows.map(({ texts, ...row }) => ({ ...row, texts: byLocale(texts) }))]])
  },
  write: async (transaction, { rows }) => {
    await transaction.testimonial.deleteMany({})
    await createTestimonials(transaction, rows)
  },
})
