import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { adminNewsPaths } from '#shared/admin-news-paths.ts'
import { useLocale } from '../../app/i18n.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useSaid } from '../use-said.ts'
import { useTranslate } from './messages.ts'
import { postTagsQuery } from './news.queries.ts'

export function TagList() {
  const t = useTranslate()
  const locale = useLocale()
  const { notice } = useSaid(() => t('tags.removed'))
  const { data, isError } = useQuery(postTagsQuery)
  return (
    <>
      <p className="text-muted">{t('tags.note')}</p>
      <p className="mt-4">
        <Link to={adminNewsPaths.newTag} className="button">
          {t('tags.new')}
        </Link>
      </p>
      {isError && !data && (
        <p role="alert" className="mt-6 text-danger">
          {t('tags.failed')}
        </p>
      )}
      {!data && !isError && <Spinner label={t('common.loading')} className="mt-6" />}
      {data?.length === 0 && <p className="card mt-6 py-10 text-center text-muted">{t('tags.none')}</p>}
      <ul aria-label={t('tags.results')} hidden={data?.length === 0} className="mt-6 grid max-w-3xl gap-3">
        {data?.map(({ id, names, slug, post_count }) => (
          <li key={id} className="card relative flex flex-wrap items-baseline justify-between gap-x-4 p-4">
            <div className="min-w-0">
              <Link
                to={adminNewsPaths.tag(id)}
                dir="auto"
                className="font-semibold wrap-anywhere after:absolute after:inset-0 hover:text-brand"
              >
                {names[locale]}
              </Link>
              <p className="text-sm wrap-anywhere text-muted">/blog?tag={slug}</p>
            </div>
            <p className="text-sm text-muted">{t('tags.posts', { count: post_count })}</p>
          </li>
        ))}
      </ul>
      {notice}
    </>
  )
}
