import { useQuery, queryOptions } from '@tanstack/react-query'
import { useLocation } from 'react-router-dom'
import { useState } from 'react'
import * as z from 'zod/mini'
import type { SectionState } from '#shared/admin/sections.ts'
import { adminNewsPaths } from '#shared/admin/news-paths.ts'
import { AdminSection, AdminSectionRow } from '#shared/admin/sections.ts'
import { locales } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { slugOf } from '#shared/slugs.ts'
import { useLocale, defineMessages } from '../../app/i18n.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import type { ItemWithEtag } from '../item-with-etag.ts'
import { EntityPages, useEntityEditor } from '../entity.tsx'
import { CardList } from '../list.tsx'
import { useFlashMessage } from '../use-flash-message.ts'
import { apiQuery } from '../../app/api.ts'
import { Field } from '../../ui/field.tsx'
import { EntityForm } from '../editor-form.tsx'
import type { EntityConfig } from '../entity.tsx'
import { Select } from '../form-fields.tsx'
import type { RemovalTexts } from '../removal-button.tsx'

const { useTranslate } = defineMessages({
  en: () => import('./messages.en.ts'),
  es: () => import('./messages.es.ts'),
})

/** Sections with thread counts, fetched again on every visit because the counts change. */
export const adminSectionsQuery = queryOptions({
  ...apiQuery(adminNewsPaths.api.sections, import.meta.env.DEV && z.array(AdminSectionRow)),
  staleTime: 0,
})
export const sectionConfig: EntityConfig<AdminSection, SectionState> = {
  kind: 'section',
  schema: import.meta.env.DEV && AdminSection,
  api: { list: adminNewsPaths.api.sections, item: (id) => adminNewsPaths.api.section(id) },
  pages: { list: adminNewsPaths.sections, item: adminNewsPaths.section },
  keys: [adminSectionsQuery.queryKey],
  draftOf: ({ slug, position, texts }) => ({ slug, position, texts }),
}
const blank = { name: '', description: '' }

/** Texts of the removal dialog. If the section has threads, the dialog asks for their new section. */
function useRemoval(section: AdminSection | undefined): RemovalTexts | undefined {
  const t = useTranslate()
  const locale = useLocale()
  const { data: sections = [] } = useQuery(adminSectionsQuery)
  const [target, setTarget] = useState('')
  if (!section) return undefined
  const count = sections.find(({ id }) => id === section.id)?.thread_count ?? 0
  const others = sections.filter(({ id }) => id !== section.id)
  return {
    label: t('removal.open'),
    title: t('removal.question', { name: section.texts[locale].name }),
    action: t('removal.submit'),
    path: adminNewsPaths.api.section(section.id, { target: target === '' ? undefined : Number(target) }),
    isReady: count === 0 || target !== '',
    note: (
      <>
        <p>{count === 0 ? t('removal.empty') : t('removal.moves', { count })}</p>
        {count > 0 && (
          <Select
            label={t('removal.target')}
            value={target}
            none={t('removal.choose')}
            options={others.map(({ id, texts }) => ({ value: String(id), name: texts[locale].name }))}
            onChange={setTarget}
          />
        )}
      </>
    ),
  }
}

export function SectionEditor({ edited }: { edited: ItemWithEtag<AdminSection> | null }) {
  const t = useTranslate()
  const locale = useLocale()
  const { data: sections = [] } = useQuery(adminSectionsQuery)
  const position = sections.reduce((last, section) => Math.max(last, section.position), 0) + 1
  const editor = useEntityEditor(sectionConfig, {
    edited,
    empty: { slug: '', position, texts: { en: blank, es: blank } },
    textOf: () => t('section.saved'),
  })
  const { draft, set, errorOf, item } = editor
  const removal = useRemoval(item)
  const labelOf = (path: string) => {
    const [, one, name] = /^texts\.(en|es)\.(name|description)$/.exec(path) ?? []
    if (!one) return t(`field.${path as 'slug' | 'position'}`)
    return t('field.in', { field: t(`field.${name as 'name'}`), locale: t(`field.${one as Locale}`) })
  }
  const setText = (one: Locale, changes: Partial<SectionState['texts'][Locale]>) => {
    const texts = { ...draft.texts, [one]: { ...draft.texts[one], ...changes } }
    const isSuggested = !item && draft.slug === slugOf(draft.texts.en.name)
    set(isSuggested ? { texts, slug: slugOf(texts.en.name) } : { texts })
  }
  return (
    <EntityForm
      editor={editor}
      back={t('section.back')}
      title={draft.texts[locale].name || t('section.new')}
      labelOf={labelOf}
      removal={removal}
    >
      <div className="grid items-start gap-5 md:grid-cols-2">
        {locales.map((one) => (
          <fieldset key={one} className="grid gap-4">
            <legend className="mb-2 font-semibold">{t(`field.${one}`)}</legend>
            {(['name', 'description'] as const).map((name) => (
              <Field
                key={name}
                label={t(`field.${name}`)}
                lang={one}
                value={draft.texts[one][name]}
                error={errorOf(`texts.${one}.${name}`)}
                onChange={({ target }) => setText(one, { [name]: target.value })}
              />
            ))}
          </fieldset>
        ))}
        <Field
          label={t('field.slug')}
          value={draft.slug}
          spellCheck={false}
          autoCapitalize="none"
          hint={t('field.slug_hint', { slug: draft.slug })}
          error={errorOf('slug')}
          onChange={({ target }) => set({ slug: target.value })}
        />
        <Field
          type="number"
          min={0}
          label={t('field.position')}
          value={Number.isNaN(draft.position) ? '' : draft.position}
          hint={t('field.position_hint')}
          error={errorOf('position')}
          onChange={({ target }) => set({ position: target.valueAsNumber })}
        />
      </div>
    </EntityForm>
  )
}

const { pages } = sectionConfig

function SectionList() {
  const t = useTranslate()
  const locale = useLocale()
  const { notice } = useFlashMessage(() => t('section.removed'))
  const { data: rows, isError } = useQuery(adminSectionsQuery)
  return (
    <CardList
      note={t('sections.note')}
      add={{ to: pages.item('new'), label: t('sections.add') }}
      label={t('sections.results')}
      failed={t('sections.failed')}
      empty={t('sections.empty')}
      card={({ id, texts, thread_count, slug }) => ({
        to: pages.item(id),
        name: texts[locale].name || slug,
        note: texts[locale].description,
        aside: t('sections.threads', { count: thread_count }),
      })}
      {...{ rows, isError, notice }}
    />
  )
}

/** Editor of a section. It waits for the list, since a new section gets the position after the last. */
function LoadedSectionEditor({ edited }: { edited: ItemWithEtag<AdminSection> | null }) {
  const t = useTranslate()
  const { data, isError } = useQuery(adminSectionsQuery)
  return data || isError ? <SectionEditor edited={edited} /> : <Spinner label={t('common.loading')} />
}

export function SectionsArea() {
  const t = useTranslate()
  const { pathname } = useLocation()
  return (
    <EntityPages
      config={sectionConfig}
      part={pathname.slice(pages.list.length).replaceAll('/', '')}
      texts={{ gone: t('section.gone'), back: t('section.back') }}
      list={<SectionList />}
      Editor={LoadedSectionEditor}
    />
  )
}
