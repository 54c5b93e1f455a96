import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'react-router-dom'
import { adminNewsPaths } from '#shared/admin-news-paths.ts'
import { useLocale } from '../../app/i18n.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useSaid } from '../use-said.ts'
import { useTranslate } from './messages.ts'
import { SectionEditor } from './section-editor.tsx'
import { sectionQuery, sectionsQuery } from './sections.queries.ts'

function SectionList() {
  const t = useTranslate()
  const locale = useLocale()
  const { notice } = useSaid(() => t('section.removed'))
  const { data, isError } = useQuery(sectionsQuery)
  return (
    <>
      <p className="text-muted">{t('sections.note')}</p>
      <p className="mt-4">
        <Link to={adminNewsPaths.newSection} className="button">
          {t('sections.add')}
        </Link>
      </p>
      {isError && !data && (
        <p role="alert" className="mt-6 text-danger">
          {t('sections.failed')}
        </p>
      )}
      {!data && !isError && <Spinner label={t('common.loading')} className="mt-6" />}
      {data?.length === 0 && <p className="card mt-6 py-10 text-center text-muted">{t('sections.empty')}</p>}
      <ul aria-label={t('sections.results')} className="mt-6 grid max-w-3xl gap-3">
        {data?.map(({ id, texts, thread_count, slug }) => (
          <li key={id} className="card relative flex flex-wrap items-baseline justify-between gap-x-4 p-4">
            <div className="min-w-0">
              <Link
                to={adminNewsPaths.section(id)}
                className="font-semibold wrap-anywhere after:absolute after:inset-0 hover:text-brand"
              >
                {texts[locale].name || slug}
              </Link>
              <p className="text-sm text-muted">{texts[locale].description}</p>
            </div>
            <p className="text-sm text-muted">{t('sections.threads', { count: thread_count })}</p>
          </li>
        ))}
      </ul>
      {notice}
    </>
  )
}

function StoredSection({ id }: { id: string }) {
  const t = useTranslate()
  const { data, error } = useQuery(sectionQuery(id))
  if (data) return <SectionEditor edited={data} />
  if (!error) return <Spinner label={t('common.loading')} />
  return (
    <div className="card grid gap-4 p-6">
      <p role="alert">{t('section.gone')}</p>
      <p>
        <Link to={adminNewsPaths.sections} className="button button-quiet">
          {t('section.back')}
        </Link>
      </p>
    </div>
  )
}

/** A new one stands behind the others: its place is known once these are. */
function NewSection() {
  const t = useTranslate()
  const { data, isError } = useQuery(sectionsQuery)
  return data || isError ? <SectionEditor edited={null} /> : <Spinner label={t('common.loading')} />
}

export function SectionsArea() {
  const { pathname } = useLocation()
  const part = pathname.slice(adminNewsPaths.sections.length).replaceAll('/', '')
  if (part === '') return <SectionList />
  return part === 'new' ? <NewSection /> : <StoredSection key={part} id={part} />
}
