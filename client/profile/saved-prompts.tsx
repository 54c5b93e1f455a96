import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useNumberFormat } from '../app/i18n.tsx'
import { Collections } from '../collections/collections.tsx'
import { MyPrompts } from '../collections/my-prompts.tsx'
import { savedCategoriesQuery, savedPromptsQuery } from '../saved/saved.queries.ts'
import { SaveButton } from '../saved/save-button.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { useTranslate } from './messages.ts'

function CategoryFilter({ category, onChoose }: { category: string; onChoose: (category: string) => void }) {
  const t = useTranslate()
  const number = useNumberFormat()
  const id = useId()
  const { data: categories = [] } = useQuery(savedCategoriesQuery)
  if (categories.length === 0) return null
  return (
    <p className="mt-3 max-w-xs">
      <label htmlFor={id} className="text-sm font-medium">
        {t('saved.category')}
      </label>
      <select id={id} className="field mt-1" value={category} onChange={({ target }) => onChoose(target.value)}>
        <option value="">{t('saved.all')}</option>
        {categories.map(({ slug, name, count }) => (
          <option key={slug} value={slug}>
            {`${name} (${number(count)})`}
          </option>
        ))}
      </select>
    </p>
  )
}

export function SavedPrompts() {
  const t = useTranslate()
  const id = useId()
  const [category, setCategory] = useState('')
  const list = useInfiniteQuery(savedPromptsQuery(category || undefined))
  const { isPending: isFilterPending } = useQuery(savedCategoriesQuery)
  // True once both lists are loaded. They appear together, so that nothing moves down.
  const [isReady, setReady] = useState(false)
  if (!isReady && !list.isPending && !isFilterPending) setReady(true)
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-xl font-bold">
        {t('saved.title')}
      </h2>
      {isReady ? (
        <>
          <CategoryFilter category={category} onChoose={setCategory} />
          <MyPrompts
            list={list}
            empty={t('saved.none')}
            renderActions={({ slug }) => <SaveButton prompt={{ slug, is_saved: true }} />}
          />
          <Collections />
        </>
      ) : (
        <Spinner label={t('common.loading')} className="mt-4" />
      )}
    </section>
  )
}
