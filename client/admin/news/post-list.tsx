import { Link } from 'react-router-dom'
import { adminNewsPaths } from '#shared/admin/news-paths.ts'
import { postLanguages } from '#shared/admin/posts.ts'
import type { AdminPostRow } from '#shared/admin/posts.ts'
import { locales } from '#shared/locale.ts'
import { choiceParam, searchParam } from '#shared/query-params.ts'
import { useDateTimeFormat } from '../../app/format/dates.ts'
import { useLocale } from '../../app/i18n.tsx'
import { FilterForm, useFilters } from '../filter-form.tsx'
import { AddLink, ListState, usePagedList } from '../list.tsx'
import { useFlashMessage } from '../use-flash-message.ts'
import { useTranslate } from './messages.ts'
import { adminPostsQuery } from './news.queries.ts'

const statuses = ['draft', 'scheduled', 'published'] as const
const filterSchema = { q: searchParam, status: choiceParam(statuses), language: choiceParam(postLanguages) }

function Row({ post }: { post: AdminPostRow }) {
  const t = useTranslate()
  const locale = useLocale()
  const moment = useDateTimeFormat()
  const { id, titles, status, published_at, updated_at, is_featured, cover_url } = post
  const title = titles[locale] || titles.en || titles.es
  return (
    <li className="card relative flex items-center gap-4 p-3 sm:p-4">
      {cover_url ? (
        <img
          src={cover_url}
          alt=""
          loading="lazy"
          className="hidden w-28 shrink-0 rounded-lg object-cover sm:block aspect-40/21"
        />
      ) : (
        <span className="hidden w-28 shrink-0 rounded-lg bg-brand-soft sm:block aspect-40/21" />
      )}
      <div className="min-w-0">
        <Link
          to={adminNewsPaths.post(id)}
          className="font-semibold wrap-anywhere after:absolute after:inset-0 hover:text-brand"
          dir="auto"
        >
          {title || t('list.untitled')}
        </Link>
        <p className="mt-1 flex flex-wrap gap-x-3 gap-y-1 text-sm text-muted">
          <span className="font-semibold text-text">{t(`status.${status}`)}</span>
          {status !== 'draft' && published_at && <span>{moment(published_at)}</span>}
          <span>
            {locales
              .filter((one) => titles[one] !== null)
              .map((one) => t(`locale.${one}`))
              .join(' · ')}
          </span>
          {is_featured && <span>{t('list.featured')}</span>}
          <span>{t('list.changed', { date: moment(updated_at) })}</span>
        </p>
      </div>
    </li>
  )
}

export function AdminPostList() {
  const t = useTranslate()
  const { notice } = useFlashMessage(() => t('post.removed'))
  const { filters, choose } = useFilters(filterSchema)
  const { rows, isError, list, more } = usePagedList(adminPostsQuery(filters))
  return (
    <>
      <AddLink to={adminNewsPaths.newPost} label={t('list.add')} />
      <FilterForm
        filters={filters}
        choose={choose}
        fields={[{ name: 'q', label: t('list.search') }]}
        submit={t('list.find')}
        any={t('list.any')}
        choices={[
          {
            name: 'status',
            label: t('list.status'),
            options: statuses.map((value) => ({ value, name: t(`status.${value}`) })),
          },
          {
            name: 'language',
            label: t('list.language'),
            options: postLanguages.map((value) => ({ value, name: t(`list.languages.${value}`) })),
          },
        ]}
      />
      <ListState rows={rows} isError={isError} failed={t('list.failed')} empty={t('list.empty')}>
        {(posts) => (
          <ul ref={list} aria-label={t('list.results')} className="mt-6 grid gap-3">
            {posts.map((post) => (
              <Row key={post.id} post={post} />
            ))}
          </ul>
        )}
      </ListState>
      {more}
      {notice}
    </>
  )
}
