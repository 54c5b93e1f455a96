import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import * as z from 'zod/mini'
import { AdminSitePage } from '#shared/site/pages.ts'
import type { SitePageFields } from '#shared/site/pages.ts'
import { adminSitePaths } from '#shared/admin/site-paths.ts'
import { isLegalSlug, legalSlugs, sitePaths } from '#shared/site/paths.ts'
import type { LegalSlug } from '#shared/site/paths.ts'
import { slugOf } from '#shared/slugs.ts'
import { apiQuery, send } from '../../app/api.ts'
import { FormProblem } from '../../app/form.tsx'
import { useLocale } from '../../app/i18n.tsx'
import { useSite } from '../../app/site.ts'
import { useIdempotentRequest } from '../../app/use-idempotent-request.ts'
import { shippedText } from '../../legal/shipped-text.ts'
import { EntityArea } from '../entity-area.tsx'
import type { Entity } from '../entity-editor.tsx'
import { EntityRow, EntityRows, ListPage } from '../entity-list.tsx'
import { emptyDraft } from '../fields.ts'
import { useSubmit } from '../use-submit.ts'
import { contentPaths } from './content.tsx'
import { useTranslate } from './messages.ts'

const { api, pages, movePath } = contentPaths('pages')
const pagesQuery = apiQuery(adminSitePaths.api.content('pages'), import.meta.env.DEV && z.array(AdminSitePage))
const pathOf = (slug: string) => (isLegalSlug(slug) ? `/${slug}` : sitePaths.page(slug))
const isLegal = (page: AdminSitePage | undefined) => page !== undefined && isLegalSlug(page.slug)

function SlugHint({ slug, saved }: { slug: string; saved: AdminSitePage | undefined }) {
  const t = useTranslate()
  return (
    <>
      {t(isLegalSlug(slug) ? 'content.pages.slug_legal' : 'content.pages.slug_hint', { path: pathOf(slug) })}
      {saved?.is_published && saved.slug !== slug && (
        <strong className="block">{t('content.pages.slug_warning')}</strong>
      )}
    </>
  )
}

function LegalNote({ page: { slug, is_published } }: { page: AdminSitePage }) {
  const t = useTranslate()
  return (
    <div className="card max-w-3xl p-4">
      <p className="font-semibold">{t('content.pages.legal_law')}</p>
      <p className="mt-1 text-muted">
        {t(is_published ? 'content.pages.legal_shown' : 'content.pages.legal_pending', { path: pathOf(slug) })}
      </p>
    </div>
  )
}

type SitePages = Entity<AdminSitePage, SitePageFields>

const ofOthers = ({ slug }: SitePageFields) => !isLegalSlug(slug)

function useFields(): SitePages['fields'] {
  const t = useTranslate()
  return [
    { path: 'texts.*.title', kind: 'line', label: t('content.fields.title') },
    {
      path: 'slug',
      kind: 'slug',
      label: t('content.fields.slug'),
      hint: ({ slug }, saved) => <SlugHint slug={slug} saved={saved} />,
      isShown: (_draft, saved) => !isLegal(saved),
      slugSource: ({ texts }) => slugOf(texts.en.title),
    },
    { path: 'texts.*.body', kind: 'markdown', label: t('content.fields.body') },
    { path: 'is_published', kind: 'checkbox', label: t('content.fields.is_published') },
    {
      path: 'in_footer',
      kind: 'checkbox',
      label: t('content.fields.in_footer'),
      initial: true,
      isShown: ofOthers,
    },
    { path: 'in_navigation', kind: 'checkbox', label: t('content.fields.in_navigation'), isShown: ofOthers },
  ]
}

function useSitePages(): SitePages {
  const t = useTranslate()
  const locale = useLocale()
  return {
    kind: 'site_page',
    schema: import.meta.env.DEV && AdminSitePage,
    api,
    pages,
    keys: [pagesQuery.queryKey],
    isSpanishOptional: true,
    fields: useFields(),
    labels: { place: t('content.fields.place') },
    title: ({ texts }) => (texts[locale] ?? texts.en).title || t('content.pages.add'),
    savedText: ({ is_published }, before) => {
      if (is_published === (before?.is_published ?? false)) return undefined
      return t(is_published ? 'content.pages.published' : 'content.pages.unpublished')
    },
    publicPath: ({ slug, is_published }) => (is_published ? pathOf(slug) : undefined),
    above: ({ item }) => item && isLegal(item) && <LegalNote page={item} />,
    removal: (item) => ({ note: t(isLegal(item) ? 'content.pages.legal_remove_note' : 'content.remove_note') }),
  }
}

/** Button that copies the shipped legal text to a draft page and opens the draft. */
function BeginLegalText({ slug, entity }: { slug: LegalSlug; entity: SitePages }) {
  const t = useTranslate()
  const site = useSite()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { isBusy, problem, fields, run } = useSubmit()
  const repeatable = useIdempotentRequest()
  const add = () =>
    repeatable(slug, async (headers) =>
      send(client, 'POST', api.list, {
        body: { ...emptyDraft(entity), slug, in_footer: false, texts: await shippedText(slug, site) },
        schema: import.meta.env.DEV && AdminSitePage,
        headers,
      }),
    )
  const onAdded = ({ id }: AdminSitePage) => {
    void client.invalidateQueries({ queryKey: pagesQuery.queryKey })
    void navigate(pages.item(id))
  }
  return (
    <div>
      <FormProblem text={problem || (fields.slug?.[0] ?? '')} />
      <button
        type="button"
        className="button button-quiet"
        aria-label={`${t('content.pages.legal_begin')}: ${t(`content.pages.${slug}`)}`}
        aria-busy={isBusy}
        onClick={() => void run(add, onAdded)}
      >
        {t('content.pages.legal_begin')}
      </button>
    </div>
  )
}

type ListProps = { entity: SitePages; rows: AdminSitePage[] }

function LegalTexts({ entity, rows }: ListProps) {
  const t = useTranslate()
  return (
    <section className="mt-6 max-w-3xl">
      <h2 className="text-xl font-bold">{t('content.pages.legal')}</h2>
      <p className="mt-1 text-sm text-muted">{t('content.pages.legal_law')}</p>
      <ul aria-label={t('content.pages.legal')} className="mt-4 grid gap-2">
        {legalSlugs.map((slug) => {
          const page = rows.find((one) => one.slug === slug)
          const state = !page ? 'legal_shipped' : page.is_published ? 'legal_text' : 'legal_draft'
          return (
            <li key={slug}>
              <EntityRow
                to={page && pages.item(page.id)}
                name={t(`content.pages.${slug}`)}
                notes={[t(`content.pages.${state}`)]}
                after={!page && <BeginLegalText slug={slug} entity={entity} />}
              />
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function SitePageList({ entity }: { entity: SitePages }) {
  const t = useTranslate()
  const locale = useLocale()
  const { data, isError } = useQuery(pagesQuery)
  const listKey = pagesQuery.queryKey
  return (
    <ListPage note={t('content.pages.note')} add={{ to: pages.item('new'), label: t('content.pages.add') }} isOrdered>
      {(show) => (
        <>
          {data && <LegalTexts entity={entity} rows={data} />}
          <section className="mt-8 max-w-3xl">
            <h2 className="text-xl font-bold">{t('content.pages.listed')}</h2>
            <EntityRows
              rows={data?.filter((page) => !isLegal(page))}
              isError={isError}
              label={t('content.pages.listed')}
              empty={t('content.pages.empty')}
              row={({ id, texts, is_published }) => ({
                to: pages.item(id),
                name: (texts[locale] ?? texts.en).title,
                notes: [!is_published && t('content.pages.draft'), texts.es === null && t('content.untranslated')],
              })}
              order={{ listKey, keys: entity.keys, pathOf: movePath, show }}
            />
          </section>
        </>
      )}
    </ListPage>
  )
}

export function SitePageArea({ part }: { part: string }) {
  const entity = useSitePages()
  return <EntityArea {...{ entity, part }} list={<SitePageList entity={entity} />} />
}
