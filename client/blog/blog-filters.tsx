import { Search } from 'lucide-react'
import { useId } from 'react'
import { useNavigate } from 'react-router-dom'
import type { PostTagCount } from '#shared/blog/schema.ts'
import { blogPaths } from '#shared/blog/paths.ts'
import { paths } from '#shared/paths.ts'
import { CountedTabs } from '../app/lists/counted-tabs.tsx'
import type { PostFilters } from './blog.queries.ts'
import { useTranslate } from './messages.ts'

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
  const t = useTranslate()
  const { tag: current = '', q } = filters
  const topics = tags.map(({ slug, ...tag }) => ({ slug, ...tag, to: blogPaths.blog({ tag: slug, q }) }))
  return (
    <div className="mt-5 grid grid-cols-1 gap-3 lg:flex lg:flex-row-reverse lg:items-start lg:justify-between">
      <SearchForm filters={filters} />
      {tags.length > 0 && (
        <CountedTabs
          label={t('blog.topics')}
          tabs={[{ slug: '', name: t('blog.all'), to: blogPaths.blog({ q }) }, ...topics]}
          current={current}
          countText={(count) => t('blog.posts', { count })}
          className="min-w-0"
        />
      )}
    </div>
  )
}
