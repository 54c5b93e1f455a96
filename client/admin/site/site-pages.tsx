import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router-dom'
import { adminSitePaths } from '#shared/admin/site-paths.ts'
import { AdminSitePage } from '#shared/site/pages.ts'
import { isLegalSlug, legalSlugs } from '#shared/site/paths.ts'
import type { LegalSlug } from '#shared/site/paths.ts'
import { send } from '../../app/api.ts'
import { FormProblem } from '../../app/form.tsx'
import { useLocale } from '../../app/i18n.tsx'
import { useSite } from '../../app/site.ts'
import { useIdempotentRequest } from '../../app/use-idempotent-request.ts'
import { shippedText } from '../../legal/shipped-text.ts'
import { EntityPages } from '../entity.tsx'
import { AddLink } from '../list.tsx'
import { useTranslate as useAdminMessages } from '../messages.ts'
import { useFlashMessage } from '../use-flash-message.ts'
import { useSubmit } from '../use-submit.ts'
import { adminSitePagesQuery, sitePageConfig } from './content.ts'
import { ContentRows } from './content-list.tsx'
import { useTranslate } from './messages.ts'
import { SitePageEditor } from './site-page-editor.tsx'

/** Button that copies the shipped legal text to a draft page and opens the draft. */
function BeginLegalText({ slug }: { slug: LegalSlug }) {
  const t = useTranslate()
  const site = useSite()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { isBusy, problem, fields, run } = useSubmit()
  const repeatable = useIdempotentRequest()
  const add = () =>
    repeatable(slug, async (headers) =>
      send(client, 'POST', sitePageConfig.api.list, {
        body: { ...sitePageConfig.empty, slug, in_footer: false, texts: await shippedText(slug, site) },
        schema: import.meta.env.DEV && AdminSitePage,
        headers,
      }),
    )
  const onAdded = ({ id }: AdminSitePage) => {
    void client.invalidateQueries({ queryKey: adminSitePagesQuery.queryKey })
    void navigate(sitePageConfig.pages.item(id))
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

function LegalRow({ slug, page }: { slug: LegalSlug; page: AdminSitePage | undefined }) {
  const t = useTranslate()
  const state = !page ? 'legal_shipped' : page.is_published ? 'legal_text' : 'legal_draft'
  return (
    <li className="card relative flex flex-wrap items-center justify-between gap-3 p-3">
      <div className="min-w-0">
        {page ? (
          <Link to={sitePageConfig.pages.item(page.id)} className="font-semibold after:absolute after:inset-0">
            {t(`content.pages.${slug}`)}
          </Link>
        ) : (
          <span className="font-semibold">{t(`content.pages.${slug}`)}</span>
        )}
        <p className="mt-0.5 text-sm text-muted">{t(`content.pages.${state}`)}</p>
      </div>
      {!page && <BeginLegalText slug={slug} />}
    </li>
  )
}

function SitePageList() {
  const t = useTranslate()
  const tAdmin = useAdminMessages()
  const locale = useLocale()
  const { notice, show } = useFlashMessage(() => t('content.pages.removed'))
  const { data, isError } = useQuery(adminSitePagesQuery)
  return (
    <>
      <p className="max-w-prose text-muted">{t('content.pages.note')}</p>
      <AddLink to={adminSitePaths.contentItem('pages', 'new')} label={t('content.pages.add')} />
      <div className="max-w-3xl">
        {data && (
          <section className="mt-6">
            <h2 className="text-xl font-bold">{t('content.pages.legal')}</h2>
            <p className="mt-1 text-sm text-muted">{t('content.pages.legal_law')}</p>
            <ul aria-label={t('content.pages.legal')} className="mt-4 grid gap-2">
              {legalSlugs.map((slug) => (
                <LegalRow key={slug} slug={slug} page={data.find((page) => page.slug === slug)} />
              ))}
            </ul>
          </section>
        )}
        <section className="mt-8">
          <h2 className="text-xl font-bold">{t('content.pages.listed')}</h2>
          <p className="mt-1 text-sm text-muted">{tAdmin('order.note')}</p>
          <ContentRows
            config={sitePageConfig}
            items={data}
            label={t('content.pages.listed')}
            isOf={({ slug }: AdminSitePage) => !isLegalSlug(slug)}
            nameOf={({ texts }) => (texts[locale] ?? texts.en).title}
            noteOf={({ is_published }) => (is_published ? '' : t('content.pages.draft'))}
            {...{ isError, show }}
          />
        </section>
      </div>
      {notice}
    </>
  )
}

export function SitePages({ part }: { part: string }) {
  const t = useTranslate()
  const texts = { gone: t('content.gone'), back: t('content.pages.back') }
  return <EntityPages config={sitePageConfig} {...{ part, texts }} list={<SitePageList />} Editor={SitePageEditor} />
}
