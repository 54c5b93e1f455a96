import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useSay } from '../i18n.tsx'
import { Collections } from '../library/collections.tsx'
import { OwnList } from '../library/own-list.tsx'
import { savedCategoriesQuery, savedPromptsQuery } from '../library/own.queries.ts'
import { SaveButton } from '../library/save-button.tsx'

/** Chooses among the categories of what is saved. */
function CategoryFilter({ category, onChoose }: { category: string; onChoose: (category: string) => void }) {
  const say = useSay()
  const id = useId()
  const { data: categories = [] } = useQuery(savedCategoriesQuery)
  return (
    <p className="mt-3 max-w-xs">
      <label htmlFor={id} className="text-sm font-medium">
        {say('saved.category')}
      </label>
      <select id={id} className="field mt-1" value={category} onChange={({ target }) => onChoose(target.value)}>
        <option value="">{say('saved.all')}</option>
        {categories.map(({ slug, name, count }) => (
          <option key={slug} value={slug}>
            {`${name} (${count})`}
          </option>
        ))}
      </select>
    </p>
  )
}

/** What a person has saved, and their collections. */
export function SavedPrompts() {
  const say = useSay()
  const id = useId()
  const [category, setCategory] = useState('')
  const list = useInfiniteQuery(savedPromptsQuery(category || undefined))
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-xl font-bold">
        {say('saved.title')}
      </h2>
      <CategoryFilter category={category} onChoose={setCategory} />
      <OwnList
        list={list}
        empty={say('saved.none')}
        renderActions={({ slug }) => <SaveButton prompt={{ slug, is_saved: true }} />}
      />
      <Collections />
    </section>
  )
}
