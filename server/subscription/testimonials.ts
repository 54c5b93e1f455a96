import { readFile } from 'node:fs/promises'
import type { Locale } from '#shared/locale.ts'
import type { Testimonial } from '#shared/subscription/schema.ts'
import { cacheTags } from '../cache/cache-tags.ts'
import type { Tagged } from '../cache/cache-tags.ts'
import { Prisma, queryRows } from '../database/db.ts'
import { addStarterList } from '../editing/starter-list.ts'

const file = new URL('../../prisma/content/testimonials.json', import.meta.url)

export async function listTestimonials(locale: Locale): Promise<Tagged<Testimonial[]>> {
  const value = await queryRows<Testimonial>(Prisma.sql`
    SELECT id, name, translated.role, translated.text, is_sample
      FROM testimonial, LATERAL (SELECT role, text FROM testimonial_text
                                  WHERE testimonial_id = testimonial.id AND locale IN ('en', ${locale}::locale)
                                  ORDER BY locale <> ${locale}::locale LIMIT 1) AS translated
     ORDER BY position, id`)
  return { value, cacheTags: [cacheTags.testimonials] }
}

type StarterTestimonial = Omit<Prisma.TestimonialCreateInput, 'texts'> & {
  texts: Record<Locale, Prisma.TestimonialTextCreateWithoutTestimonialInput>
}

export const addStarterTestimonials = (): Promise<void> =>
  addStarterList('testimonial', async (transaction) => {
    for (const { texts, ...testimonial } of JSON.parse(await readFile(file, 'utf8')) as StarterTestimonial[]) {
      const rows = Object.entries(texts).map(([locale, text]) => ({ ...text, locale: locale as Locale }))
      await transaction.testimonial.create({ data: { ...testimonial, texts: { create: rows } } })
    }
  })
