import { Search } from 'lucide-react'
import { useId } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import type { PostTagCount } from '#shared/blog/schema.ts'
import { blogPaths } from '#shared/blog/paths.ts'
import { paths } from '#shared/paths.ts'
import { useNumberFormat } from '../app/i18n.tsx'
import type { PostFilters } from './blog.queries.ts'
import { useTranslate } from './messages.ts'

function Topics({ tags, filters: { tag: chosen, q } }: { tags: PostTagCount[]; filters: PostFilters }) {
  const t = useTranslate()
  const number = useNumberFormat()
  return (
    <nav aria-label={t('blog.topics')} className="min-w-0">
      <ul className="relative -mx-4 flex gap-2 overflow-x-auto px-4 py-1 sm:mx-0 sm:flex-wrap sm:overflow-visible sm:px-0">
        <li className="shrink-0">
          <Link to={blogPaths.blog({ q })} className="tab" aria-current={chosen ? undefined : 'true'}>
            {t('blog.all')}
          </Link>
        </li>
        {tags.map(({ slug, name, count }) => (
          <li key={slug} className="shrink-0">
            <Link
              to={blogPaths.blog({ tag: slug, q })}
              className="tab gap-1.5"
              aria-current={slug === chosen ? 'true' : undefined}
            >
              <bdi>{name}</bdi>
              <span aria-hidden="true" className="text-sm font-normal text-muted">
                {number(count)}
              </span>
              <span className="sr-only">{t('blog.posts', { count })}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function SearchForm({ filters: { tag, q = '' } }: { filters: PostFilters }) {
  const t = useTranslate()
  const navigate = useNavigate()
  const id = useId()
  return (
    <search>
      <form
        method="get"
        action={paths.blog}
        className="flex gap-2 lg:w-88"
        onSubmit={(event) => {
          event.preventDefault()
          const typed = new FormData(event.currentTarget).get('q')
          void navigate(blogPaths.blog({ tag, q: typeof typed === 'string' ? typed.trim() : '' }))
        }}
      >
        {tag && <input type="hidden" name="tag" value={tag} />}
        <label htmlFor={id} className="relative min-w-0 flex-1">
          <span className="sr-only">{t('blog.search')}</span>
          <Search className="pointer-events-none absolute top-3.5 left-3 size-4 text-muted" aria-hidden="true" />
          <input
            key={q}
            id={id}
            type="search"
            name="q"
            defaultValue={q}
            maxLength={200}
            placeholder={t('blog.search')}
            className="field field-search"
          />
        </label>
        <button type="submit" className="button button-quiet">
          {t('common.search_submit')}
        </button>
      </form>
    </search>
  )
}

export function BlogFilters({ tags, filters }: { tags: PostTagCount[]; filters: PostFilters }) {
  return (
    <div className="mt-5 grid grid-cols-1 gap-3 lg:flex lg:flex-row-reverse lg:items-start lg:justify-between">
      <SearchForm filters={filters} />
      {tags.length > 0 && <Topics tags={tags} filters={filters} />}
    </div>
  )
}
