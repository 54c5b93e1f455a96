import { hueOf } from '#shared/library/groups.ts'
import type { CategoryCard } from '#shared/library/schema.ts'
import { paths } from '#shared/paths.ts'
import { useLocale, useNumberFormat } from '../app/i18n.tsx'
import { ItemLink } from '../dialogs/item-link.tsx'
import { groupCards } from '../search/group-cards.ts'
import { ItemLock } from '../search/item-lock.tsx'
import { CategoryIcon } from '../ui/category-icon.tsx'
import { GroupMark } from '../ui/group-mark.tsx'
import { useTranslate } from './messages.ts'

function CategoryRow({ category, free }: { category: CategoryCard; free: boolean }) {
  const t = useTranslate()
  const format = useNumberFormat()
  return (
    <li>
      <CategoryIcon category={category} />
      <h3>
        <ItemLink
          item={category}
          to={`${paths.category(category.slug)}${free ? '?free=1' : ''}`}
          className="card-link"
          dir="auto"
        >
          {category.name}
        </ItemLink>
        <ItemLock item={category} />
      </h3>
      <span className="count">
        <span aria-hidden="true">{format(category.prompt_count)}</span>
        <span className="sr-only">
          {t('library.use_case_count', { count: category.use_case_count })} ·{' '}
          {t('library.prompt_count', { count: category.prompt_count })}
        </span>
      </span>
      <p dir="auto">{category.description}</p>
    </li>
  )
}

/** Categories as rows, in a section for each functional group. */
export function CategoryList({ categories, free }: { categories: CategoryCard[]; free: boolean }) {
  const t = useTranslate()
  const groups = groupCards(categories, useLocale())
  if (groups.length === 0) return <p className="mt-6 text-muted">{t('library.no_categories')}</p>
  return groups.map(({ slug, name, cards }) => (
    <section key={slug} className="group" data-group={hueOf(slug)} aria-labelledby={`group-${slug}`}>
      <header>
        <GroupMark slug={slug} className="" />
        <h2 id={`group-${slug}`} className="text-2xl" dir="auto">
          {name}
        </h2>
        <p>{t('library.category_count', { count: cards.length })}</p>
      </header>
      <ul className="categories">
        {cards.map((category) => (
          <CategoryRow key={category.slug} category={category} free={free} />
        ))}
      </ul>
    </section>
  ))
}
