import { useQuery, queryOptions } from '@tanstack/react-query'
import { useLocation } from 'react-router-dom'
import { useState } from 'react'
import * as z from 'zod/mini'
import type { SectionState } from '#shared/admin/sections.ts'
import { adminNewsPaths } from '#shared/admin/news-paths.ts'
import { AdminSection, AdminSectionRow } from '#shared/admin/sections.ts'
import { slugOf } from '#shared/slugs.ts'
import { apiQuery } from '../../app/api.ts'
import { useLocale, defineMessages } from '../../app/i18n.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { EntityArea } from '../entity-area.tsx'
import type { Entity } from '../entity-editor.tsx'
import { Select } from '../form-fields.tsx'
import type { RemovalTexts } from '../removal-button.tsx'

const { useTranslate } = defineMessages({
  en: () => import('./messages.en.ts'),
  es: () => import('./messages.es.ts'),
})

const { api } = adminNewsPaths
/** Sections with thread counts, fetched again on every visit because the counts change. */
const adminSectionsQuery = queryOptions({
  ...apiQuery(api.sections, import.meta.env.DEV && z.array(AdminSectionRow)),
  staleTime: 0,
})

/** Texts of the removal dialog. If the section has threads, the dialog asks for their new section. */
function useRemoval(sections: readonly AdminSectionRow[]): (section: AdminSection) => RemovalTexts {
  const t = useTranslate()
  const locale = useLocale()
  const [target, setTarget] = useState('')
  return ({ id, texts }) => {
    const count = sections.find((section) => section.id === id)?.thread_count ?? 0
    const others = sections.filter((section) => section.id !== id)
    return {
      title: t('removal.question', { name: texts[locale].name }),
      path: api.section(id, { target: target === '' ? undefined : Number(target) }),
      isReady: count === 0 || target !== '',
      note: (
        <>
          <p>{count === 0 ? t('removal.empty') : t('removal.moves', { count })}</p>
          {count > 0 && (
            <Select
              label={t('removal.target')}
              value={target}
              none={t('removal.choose')}
              options={others.map((section) => ({ value: String(section.id), name: section.texts[locale].name }))}
              onChange={setTarget}
            />
          )}
        </>
      ),
    }
  }
}

function useSections(sections: readonly AdminSectionRow[]): Entity<AdminSection, SectionState, AdminSectionRow> {
  const t = useTranslate()
  const locale = useLocale()
  const position = Math.max(0, ...sections.map((section) => section.position)) + 1
  const slugHint = ({ slug }: SectionState) => t('field.slug_hint', { slug })
  return {
    kind: 'section',
    schema: import.meta.env.DEV && AdminSection,
    api: { list: api.sections, item: (id) => api.section(id) },
    pages: { list: adminNewsPaths.sections, item: adminNewsPaths.section },
    keys: [adminSectionsQuery.queryKey],
    fields: [
      { path: 'texts.*.name', kind: 'line', label: t('field.name') },
      { path: 'texts.*.description', kind: 'line', label: t('field.description') },
      {
        path: 'slug',
        kind: 'slug',
        label: t('field.slug'),
        hint: slugHint,
        slugSource: ({ texts }) => slugOf(texts.en.name),
        isHalf: true,
      },
      {
        path: 'position',
        kind: 'number',
        label: t('field.position'),
        hint: t('field.position_hint'),
        initial: position,
        input: { min: 0 },
        isHalf: true,
      },
    ],
    isGroupedByLanguage: true,
    title: ({ texts }) => texts[locale].name || t('sections.add'),
    removal: useRemoval(sections),
    listing: {
      query: adminSectionsQuery,
      note: t('sections.note'),
      label: t('sections.results'),
      add: t('sections.add'),
      empty: t('sections.empty'),
      row: ({ texts, thread_count, slug }) => ({
        name: texts[locale].name || slug,
        notes: [texts[locale].description, t('sections.threads', { count: thread_count })],
      }),
    },
  }
}

function SectionPages({ part, sections }: { part: string; sections: readonly AdminSectionRow[] }) {
  return <EntityArea entity={useSections(sections)} part={part} />
}

/** Pages of the sections. The editor waits for the list, since a new section gets the position after the last. */
export function SectionsArea() {
  const t = useTranslate()
  const { pathname } = useLocation()
  const { data, isError } = useQuery(adminSectionsQuery)
  const part = pathname.slice(adminNewsPaths.sections.length).replaceAll('/', '')
  if (part !== '' && !data && !isError) return <Spinner label={t('common.loading')} />
  return <SectionPages key={part} part={part} sections={data ?? []} />
}
