import * as z from 'zod/mini'
import { adminSitePaths } from '#shared/admin/site-paths.ts'
import type { ContentNoun } from '#shared/admin/site-paths.ts'
import { AdminTestimonial } from '#shared/admin/testimonials.ts'
import type { TestimonialState } from '#shared/admin/testimonials.ts'
import { AdminFaqItem } from '#shared/site/faq.ts'
import type { FaqItemState } from '#shared/site/faq.ts'
import { AdminLandingSection } from '#shared/site/landing.ts'
import type { LandingSectionState } from '#shared/site/landing.ts'
import { sitePaths } from '#shared/site/paths.ts'
import { AdminSitePage } from '#shared/site/pages.ts'
import type { SitePageFields } from '#shared/site/pages.ts'
import { apiQuery } from '../../app/api.ts'
import type { EntityConfig } from '../entity.tsx'
import { completeTexts } from '../texts.ts'
import type { Text, TranslatedTexts } from '../texts.ts'

export type ContentConfig<Item extends { id: number }, Draft extends { texts: TranslatedTexts<Text> }> = EntityConfig<
  Item,
  Draft
> & {
  noun: ContentNoun
  empty: Draft
  texts: readonly { name: 'q' | 'a' | 'role' | 'text' | 'title'; isLong?: true }[]
}

function addressesOf<Noun extends ContentNoun | 'landing'>(noun: Noun) {
  const { api, content, contentItem } = adminSitePaths
  return {
    noun,
    api: { list: api.content(noun), item: (id: number | string) => api.contentItem(noun, id) },
    pages: { list: content(noun), item: (id: number | string) => contentItem(noun, id) },
  }
}

export const adminFaqQuery = apiQuery(adminSitePaths.api.content('faq'), import.meta.env.DEV && z.array(AdminFaqItem))
const blankQuestion = { q: '', a: '' }
export const faqConfig: ContentConfig<AdminFaqItem, FaqItemState> = {
  ...addressesOf('faq'),
  kind: 'faq_item',
  schema: import.meta.env.DEV && AdminFaqItem,
  keys: [adminFaqQuery.queryKey],
  draftOf: ({ page, texts }) => ({ page, texts: completeTexts(texts, blankQuestion) }),
  complete: (draft) => ({ ...draft, texts: completeTexts(draft.texts, blankQuestion) }),
  empty: { page: 'landing', texts: { en: blankQuestion, es: null } },
  texts: [{ name: 'q' }, { name: 'a', isLong: true }],
}

export const adminTestimonialsQuery = apiQuery(
  adminSitePaths.api.content('testimonials'),
  import.meta.env.DEV && z.array(AdminTestimonial),
)
const blankTestimonial = { role: '', text: '' }
export const testimonialConfig: ContentConfig<AdminTestimonial, TestimonialState> = {
  ...addressesOf('testimonials'),
  kind: 'testimonial',
  schema: import.meta.env.DEV && AdminTestimonial,
  keys: [adminTestimonialsQuery.queryKey],
  draftOf: ({ name, is_sample, texts }) => ({ name, is_sample, texts: completeTexts(texts, blankTestimonial) }),
  complete: (draft) => ({ ...draft, texts: completeTexts(draft.texts, blankTestimonial) }),
  empty: { name: '', is_sample: false, texts: { en: blankTestimonial, es: null } },
  texts: [{ name: 'role' }, { name: 'text', isLong: true }],
}

export const adminLandingQuery = apiQuery(
  adminSitePaths.api.content('landing'),
  import.meta.env.DEV && z.array(AdminLandingSection),
)
const { api: landingApi, pages: landingPages } = addressesOf('landing')
export const landingConfig: EntityConfig<AdminLandingSection, LandingSectionState> = {
  api: landingApi,
  pages: landingPages,
  kind: 'landing_section',
  schema: import.meta.env.DEV && AdminLandingSection,
  keys: [adminLandingQuery.queryKey, apiQuery(sitePaths.api.landing, false).queryKey],
  draftOf: ({ name, is_shown, is_published, texts, prompts }) => ({ name, is_shown, is_published, texts, prompts }),
  complete: ({ texts, ...facts }) => ({ ...facts, texts: texts?.en ? { en: texts.en, es: texts.es ?? null } : null }),
}

export const adminSitePagesQuery = apiQuery(
  adminSitePaths.api.content('pages'),
  import.meta.env.DEV && z.array(AdminSitePage),
)
export const blankPageText = { title: '', body: '' }
export const sitePageConfig: ContentConfig<AdminSitePage, SitePageFields> = {
  ...addressesOf('pages'),
  kind: 'site_page',
  schema: import.meta.env.DEV && AdminSitePage,
  keys: [adminSitePagesQuery.queryKey],
  draftOf: ({ id: _id, texts, ...facts }) => ({ ...facts, texts: completeTexts(texts, blankPageText) }),
  complete: (draft) => ({ ...draft, texts: completeTexts(draft.texts, blankPageText) }),
  empty: {
    slug: '',
    is_published: false,
    in_footer: true,
    in_navigation: false,
    texts: { en: blankPageText, es: null },
  },
  texts: [{ name: 'title' }],
}
