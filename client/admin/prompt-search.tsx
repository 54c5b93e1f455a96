import { keepPreviousData, queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AdminPrompt, PromptRowPage } from '#shared/admin/library.ts'
import { adminPaths } from '#shared/admin/paths.ts'
import { getJson } from '../app/api.ts'
import { useLocale } from '../app/i18n.tsx'
import { Field } from '../ui/field.tsx'
import { itemWithEtagQuery } from './item-with-etag.ts'
import { useTranslate } from './messages.ts'

export const adminPromptQuery = (id: number) =>
  itemWithEtagQuery(adminPaths.api.libraryItem('prompts', id), import.meta.env.DEV && AdminPrompt)

/** Returns a function that names prompts by id: by their titles, or by their ids while the titles load. */
export function usePromptTitles(ids: readonly number[]) {
  const locale = useLocale()
  const found = useQueries({ queries: ids.map(adminPromptQuery) })
  const titles = new Map(
    found.flatMap(({ data }): [number, string][] =>
      data ? [[data.item.id, (data.item.texts[locale] ?? data.item.texts.en).title]] : [],
    ),
  )
  return (id: number) => titles.get(id) ?? `#${id}`
}

const debounceMs = 150
const foundQuery = (q: string, tier: string | undefined) =>
  queryOptions({
    queryKey: ['admin', 'library', 'found', q, tier],
    queryFn: async ({ client, signal }) => {
      await new Promise((resolve) => setTimeout(resolve, debounceMs))
      signal.throwIfAborted()
      const path = adminPaths.api.library('prompts', { q, archived: '0', tier, limit: 8 })
      return (await getJson(client, path, import.meta.env.DEV && PromptRowPage, signal)).results
    },
    placeholderData: keepPreviousData,
    enabled: q !== '',
    staleTime: 0,
  })

type PromptSearchProps = {
  /** Prompts that are not offered. */
  chosen?: readonly number[]
  /** Only prompts of this tier are offered. */
  tier?: string
  error?: string | undefined
  onChoose: (id: number) => void
}

/** Search field for a prompt, with a list of those that match. */
export function PromptSearch({ chosen = [], tier, error, onChoose }: PromptSearchProps) {
  const t = useTranslate()
  const [typed, setTyped] = useState('')
  const q = typed.trim()
  const { data, isError } = useQuery(foundQuery(q, tier))
  const rows = q === '' ? undefined : data?.filter(({ id }) => !chosen.includes(id))
  return (
    <div className="grid gap-3">
      <Field
        type="search"
        label={t('prompt_search.label')}
        hint={t('prompt_search.hint')}
        value={typed}
        maxLength={200}
        error={error}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          // Enter would submit the whole form.
          if (event.key === 'Enter') event.preventDefault()
        }}
      />
      {isError && <p className="text-sm text-danger">{t('entity.failed')}</p>}
      {rows?.length === 0 && <p className="text-sm text-muted">{t('prompt_search.none')}</p>}
      {rows && rows.length > 0 && (
        <ul aria-label={t('prompt_search.found')} className="grid gap-1">
          {rows.map(({ id, name, use_case }) => (
            <li key={id}>
              <button
                type="button"
                dir="auto"
                className="menu-item w-full flex-col items-start gap-0 text-start"
                onClick={() => {
                  setTyped('')
                  onChoose(id)
                }}
              >
                <span className="wrap-anywhere">{name}</span>
                <span className="text-sm text-muted">{use_case.name}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
