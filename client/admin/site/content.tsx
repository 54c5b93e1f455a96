import * as z from 'zod/mini'
import { adminSitePaths } from '#shared/admin/site-paths.ts'
import type { ContentNoun } from '#shared/admin/site-paths.ts'
import { AdminTestimonial } from '#shared/admin/testimonials.ts'
import type { TestimonialState } from '#shared/admin/testimonials.ts'
import { figurePlaceholders } from '#shared/library/figures.ts'
import { AdminFaqItem } from '#shared/site/faq.ts'
import type { FaqItemState } from '#shared/site/faq.ts'
import { faqPages } from '#shared/site/paths.ts'
import { planPlaceholders } from '#shared/subscription/placeholders.ts'
import { apiQuery } from '../../app/api.ts'
import { useLocale } from '../../app/i18n.tsx'
import { EntityArea } from '../entity-area.tsx'
import type { Entity } from '../entity-editor.tsx'
import { useTranslate } from './messages.ts'

export function contentPaths(noun: ContentNoun | 'landing') {
  const { api, content, contentItem } = adminSitePaths
  return {
    api: { list: api.content(noun), item: (id: number | string) => api.contentItem(noun, id) },
    pages: { list: content(noun), item: (id: number | string) => contentItem(noun, id) },
    movePath: ({ id }: { id: number }) => api.contentMove(noun, id),
  }
}

const faqQuery = apiQuery(adminSitePaths.api.content('faq'), import.meta.env.DEV && z.array(AdminFaqItem))

function useFaq(): Entity<AdminFaqItem, FaqItemState> {
  const t = useTranslate()
  const locale = useLocale()
  const { api, pages, movePath } = contentPaths('faq')
  return {
    kind: 'faq_item',
    schema: import.meta.env.DEV && AdminFaqItem,
    api,
    pages,
    keys: [faqQuery.queryKey],
    isSpanishOptional: true,
    fields: [
      {
        path: 'page',
        kind: 'choice',
        label: t('content.fields.page'),
        initial: 'landing',
        options: faqPages.map((page) => ({ value: page, name: t(`content.faq_pages.${page}`) })),
      },
      { path: 'texts.*.q', kind: 'line', label: t('content.fields.q') },
      { path: 'texts.*.a', kind: 'text', label: t('content.fields.a') },
    ],
    labels: { place: t('content.fields.place') },
    above: () => (
      <p className="text-sm text-muted">
        {t('content.figures_hint', { placeholders: figurePlaceholders })}{' '}
        {t('content.plans_hint', { placeholders: planPlaceholders })}
      </p>
    ),
    removal: { note: t('content.remove_note') },
    listing: {
      query: faqQuery,
      note: t('content.faq.note'),
      label: t('tabs.faq'),
      add: t('content.faq.add'),
      empty: t('content.faq.empty'),
      row: ({ texts }) => ({
        name: (texts[locale] ?? texts.en).q,
        notes: [texts.es === null && t('content.untranslated')],
      }),
      movePath,
      groups: faqPages.map((page) => ({ title: t(`content.faq_pages.${page}`), isOf: (item) => item.page === page })),
    },
  }
}

export const FaqArea = ({ part }: { part: string }) => <EntityArea entity={useFaq()} part={part} />

const testimonialsQuery = apiQuery(
  adminSitePaths.api.content('testimonials'),
  import.meta.env.DEV && z.array(AdminTestimonial),
)

function useTestimonials(): Entity<AdminTestimonial, TestimonialState> {
  const t = useTranslate()
  const { api, pages, movePath } = contentPaths('testimonials')
  return {
    kind: 'testimonial',
    schema: import.meta.env.DEV && AdminTestimonial,
    api,
    pages,
    keys: [testimonialsQuery.queryKey],
    isSpanishOptional: true,
    fields: [
      { path: 'name', kind: 'line', label: t('content.fields.name') },
      { path: 'is_sample', kind: 'checkbox', label: t('content.fields.is_sample') },
      { path: 'texts.*.role', kind: 'line', label: t('content.fields.role') },
      { path: 'texts.*.text', kind: 'text', label: t('content.fields.text') },
    ],
    labels: { place: t('content.fields.place') },
    removal: { note: t('content.remove_note') },
    listing: {
      query: testimonialsQuery,
      note: t('content.testimonials.note'),
      label: t('tabs.testimonials'),
      add: t('content.testimonials.add'),
      empty: t('content.testimonials.empty'),
      row: ({ name, is_sample, texts }) => ({
        name,
        notes: [is_sample && t('content.sample'), texts.es === null && t('content.untranslated')],
      }),
      movePath,
    },
  }
}

export const TestimonialArea = ({ part }: { part: string }) => <EntityArea entity={useTestimonials()} part={part} />
