import * as z from 'zod/mini'
import type { ContentNoun } from '#shared/admin-site-paths.ts'
import { AdminTestimonial } from '#shared/admin-testimonials.ts'
import type { TestimonialState } from '#shared/admin-testimonials.ts'
import type { AuditKind } from '#shared/audit.ts'
import { AdminFaqItem } from '#shared/faq.ts'
import type { FaqItemState } from '#shared/faq.ts'
import type { Decoder } from '../../app/api.ts'
import { wholeTexts } from '../texts.ts'
import type { Text, Texts } from '../texts.ts'

type TextName = 'q' | 'a' | 'role' | 'text'

/** What the list and the editor know of a noun. */
export type ContentShape<Item extends { id: number }, Draft extends { texts: Texts<Text> }> = {
  noun: ContentNoun
  kind: AuditKind
  schema: Decoder<z.ZodMiniType<Item>>
  listSchema: Decoder<z.ZodMiniType<Item[]>>
  draftOf: (item: Item) => Draft
  empty: Draft
  blank: Draft['texts']['en']
  texts: readonly { name: TextName; isLong?: true }[]
}

const blankQuestion = { q: '', a: '' }
export const faqShape: ContentShape<AdminFaqItem, FaqItemState> = {
  noun: 'faq',
  kind: 'faq_item',
  schema: import.meta.env.DEV && AdminFaqItem,
  listSchema: import.meta.env.DEV && z.array(AdminFaqItem),
  draftOf: ({ page, texts }) => ({ page, texts: wholeTexts(texts, blankQuestion) }),
  empty: { page: 'landing', texts: { en: blankQuestion, es: null } },
  blank: blankQuestion,
  texts: [{ name: 'q' }, { name: 'a', isLong: true }],
}

const blankTestimonial = { role: '', text: '' }
export const testimonialShape: ContentShape<AdminTestimonial, TestimonialState> = {
  noun: 'testimonials',
  kind: 'testimonial',
  schema: import.meta.env.DEV && AdminTestimonial,
  listSchema: import.meta.env.DEV && z.array(AdminTestimonial),
  draftOf: ({ name, is_sample, texts }) => ({ name, is_sample, texts: wholeTexts(texts, blankTestimonial) }),
  empty: { name: '', is_sample: false, texts: { en: blankTestimonial, es: null } },
  blank: blankTestimonial,
  texts: [{ name: 'role' }, { name: 'text', isLong: true }],
}
