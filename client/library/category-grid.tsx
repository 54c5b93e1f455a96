import type { CategoryCard } from '#shared/library/schema.ts'
import { paths } from '#shared/paths.ts'
import { CardTitle } from './item-header.tsx'
import { useTranslate } from './messages.ts'

export function CategoryGrid({ categories, free }: { categories: CategoryCard[]; free: boolean }) {
  const t = useTranslate()
  if (categories.length === 0) return <p className="mt-6 text-muted">{t('library.no_categories')}</p>
  return (
    <ul className="mt-6 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {categories.map((category) => (
        <li key={category.slug} className="card relative flex flex-col gap-2">
          <CardTitle item={category} to={`${paths.category(category.slug)}${free ? '?free=1' : ''}`} />
          <p className="flex-1 text-muted" dir="auto">
            {category.description}
          </p>
          <p className="text-sm text-muted">
            {t('library.use_case_count', { count: category.use_case_count })} ·{' '}
            {t('library.prompt_count', { count: category.prompt_count })}
          </p>
          <p>
            <span className="chip" dir="auto">
              {category.functional.name}
            </span>
          </p>
        </li>
      ))}
    </ul>
  )
}
