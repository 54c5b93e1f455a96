import { useInfiniteQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { adminNewsPaths } from '#shared/admin-news-paths.ts'
import { postLanguages } from '#shared/admin-posts.ts'
import type { AdminPostRow } from '#shared/admin-posts.ts'
import { locales } from '#shared/locale.ts'
import { matching, oneOf, readQuery, searchText } from '#shared/query-params.ts'
import { useDateTimeFormat } from '../../app/dates.ts'
import { useLocale } from '../../app/i18n.tsx'
import { LoadMore, useArrivals } from '../../app/load-more.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useSaid } from '../use-said.ts'
import { useTranslate } from './messages.ts'
import { postsQuery } from './news.queries.ts'
import type { PostFilters } from './news.queries.ts'

const statuses = ['draft', 'scheduled', 'published'] as const
const Filters = { q: searchText, status: oneOf(statuses), language: oneOf(postLanguages), cursor: matching(/^$/, 0) }

type FiltersProps = { filters: PostFilters; choose: (changes: PostFilters) => void }

function ListFilters({ filters, choose }: FiltersProps) {
  const t = useTranslate()
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const q = new FormData(event.currentTarget).get('q')
    choose({ q: typeof q === 'string' ? q.trim() : '' })
  }
  return (
    <search>
      <form className="grid items-end gap-3 md:grid-cols-[1fr_auto_auto]" onSubmit={onSubmit}>
        <div className="flex gap-2">
          <input
            key={filters.q}
            type="search"
            name="q"
            aria-label={t('list.search')}
            placeholder={t('list.search')}
            defaultValue={filters.q}
            maxLength={200}
            className="field min-w-0 flex-1"
          />
          <button type="submit" className="button button-quiet">
            {t('list.find')}
          </button>
        </div>
        <label className="flex items-center gap-2 text-sm">
          {t('list.status')}
          <select
            className="field"
            value={filters.status ?? ''}
            onChange={({ target }) => choose({ status: target.value })}
          >
            <option value="">{t('list.any')}</option>
            {statuses.map((status) => (
              <option key={status} value={status}>
                {t(`status.${status}`)}
              </option>
            ))}
          </select>
        </label>
        <label className="flex items-center gap-2 text-sm">
          {t('list.language')}
          <select
            className="field"
            value={filters.language ?? ''}
            onChange={({ target }) => choose({ language: target.value })}
          >
            <option value="">{t('list.any')}</option>
            {postLanguages.map((language) => (
              <option key={language} value={language}>
                {t(`list.languages.${language}`)}
              </option>
            ))}
          </select>
        </label>
      </form>
    </search>
  )
}

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

export function PostList() {
  const t = useTranslate()
  const [search, setSearch] = useSearchParams()
  const { notice } = useSaid(() => t('post.removed'))
  const { q, status, language } = readQuery(Filters, search)
  const filters = { q, status, language }
  const posts = useInfiniteQuery(postsQuery(filters))
  const { data, isError, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = posts
  const rows = data?.pages.flatMap(({ results }) => results) ?? []
  const { list, expect } = useArrivals(rows.length)
  const choose = (changes: PostFilters) => {
    const chosen = Object.entries({ ...filters, ...changes }).filter(([, value]) => value)
    setSearch(Object.fromEntries(chosen) as Record<string, string>, { replace: true })
  }
  const fetchMore = () => {
    expect()
    void fetchNextPage()
  }
  return (
    <>
      <p className="mb-5">
        <Link to={adminNewsPaths.newPost} className="button">
          {t('list.add')}
        </Link>
      </p>
      <ListFilters filters={filters} choose={choose} />
      {isError && !data && (
        <p role="alert" className="mt-6 text-danger">
          {t('list.failed')}
        </p>
      )}
      {!data && !isError && <Spinner label={t('common.loading')} className="mt-6" />}
      {data && rows.length === 0 && <p className="card mt-6 py-10 text-center text-muted">{t('list.empty')}</p>}
      <ul ref={list} hidden={rows.length === 0} aria-label={t('list.results')} className="mt-6 grid gap-3">
        {rows.map((post) => (
          <Row key={post.id} post={post} />
        ))}
      </ul>
      {hasNextPage && (
        <LoadMore
          address={adminNewsPaths.news(filters)}
          end=""
          isLoading={isFetchingNextPage}
          isFailed={isFetchNextPageError}
          fetchMore={fetchMore}
        />
      )}
      {notice}
    </>
  )
}
