import { useTranslate } from './messages.ts'
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { KeyboardEvent, RefObject } from 'react'
import { FoundPromptPage } from '#shared/library/schema.ts'
import { paths } from '#shared/paths.ts'
import { pagesQuery } from '../app/api.ts'
import { readStorage, writeStorage } from '../app/storage.ts'
import { Dialog, DialogClose } from '../ui/dialog.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { useCombobox } from '../ui/use-combobox.ts'
import { useDebounced } from '../ui/use-debounced.ts'
import { FoundPrompts } from './found-prompts.tsx'
import { findPipelines } from './find-pipelines.ts'
import { pipelineListQuery } from './pipelines.queries.ts'

const promptSearchQuery = (q: string) =>
  infiniteQueryOptions({
    ...pagesQuery(paths.api.promptSearch({ q }), import.meta.env.DEV && FoundPromptPage),
    placeholderData: keepPreviousData,
  })

const maxPipelines = 3

function usePromptSearch() {
  const [typed, setTyped] = useState(() => readStorage('search') ?? '')
  useEffect(() => writeStorage('search', typed), [typed])
  const query = useDebounced(typed.trim())
  const answer = useInfiniteQuery({ ...promptSearchQuery(query), enabled: query !== '' })
  // Loads all pipelines once. Prompts wait for them, since pipelines are the first options.
  const all = useQuery({ ...pipelineListQuery, enabled: query !== '', retry: false })
  const pipelines = findPipelines(all.data?.results ?? [], query).slice(0, maxPipelines)
  const hasAnswers = query !== '' && !all.isPending
  const prompts = hasAnswers ? (answer.data?.pages.flatMap(({ results }) => results) ?? null) : null
  const isBusy = answer.isFetching || all.isLoading || typed.trim() !== query
  return { typed, setTyped, query, prompts, pipelines, answer, isBusy }
}

type Found = ReturnType<typeof usePromptSearch>

function useLoadMore({ prompts, pipelines, answer }: Found, mark: (index: number) => void) {
  const field = useRef<HTMLInputElement>(null)
  const firstNew = useRef<number | null>(null)
  const count = pipelines.length + (prompts?.length ?? 0)
  useEffect(() => {
    const index = firstNew.current
    if (index === null || count <= index) return
    firstNew.current = null
    field.current?.focus()
    mark(index)
  }, [count, mark])
  const fetchMore = () => {
    firstNew.current = count
    void answer.fetchNextPage()
  }
  return { field, fetchMore }
}

function Status({ query, isBusy, prompts, pipelines }: Found) {
  const t = useTranslate()
  if (query === '') return null
  if (isBusy) return t('search.searching')
  const shown = prompts && t('search.shown', { count: prompts.length })
  return pipelines.length > 0 ? `${shown ?? ''}, ${t('search.pipelines_shown', { count: pipelines.length })}` : shown
}

type SearchFieldProps = { found: Found; field: RefObject<HTMLInputElement | null>; box: ReturnType<typeof useCombobox> }

function SearchField({ found: { typed, setTyped, query, isBusy }, field, box }: SearchFieldProps) {
  const t = useTranslate()
  // Enter must not open a result of the earlier words.
  const onKeyDown = (event: KeyboardEvent) =>
    event.key === 'Enter' && isBusy ? event.preventDefault() : box.onKeyDown(event)
  return (
    <div className="relative flex items-center gap-2 border-b border-line p-2">
      <Search className="ml-2 size-5 shrink-0 text-muted" />
      <input
        ref={field}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        aria-label={t('common.search')}
        placeholder={t('search.placeholder')}
        value={typed}
        onChange={(event) => (box.unmark(), setTyped(event.currentTarget.value))}
        onKeyDown={onKeyDown}
        onFocus={(event) => event.currentTarget.select()}
        autoComplete="off"
        maxLength={200}
        className="min-h-11 min-w-0 flex-1 rounded-lg bg-transparent px-2"
        {...box.fieldProps}
      />
      {query !== '' && isBusy && <Spinner />}
      <DialogClose className="icon-button" aria-label={t('dialog.close')}>
        <X className="size-5" />
      </DialogClose>
    </div>
  )
}

export function SearchDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslate()
  const found = usePromptSearch()
  const { query, prompts, pipelines, answer } = found
  const keys = prompts ? [...pipelines.map(({ slug }) => `pipeline ${slug}`), ...prompts.map(({ slug }) => slug)] : []
  const box = useCombobox({ keys, isOpen: query !== '', setOpen: () => {} })
  const { field, fetchMore } = useLoadMore(found, box.mark)
  return (
    <Dialog title={t('common.search')} isTitleHidden initialFocus={field} onClose={onClose} className="dialog-search">
      <SearchField found={found} field={field} box={box} />
      <output className="sr-only">
        <Status {...found} />
      </output>
      {query === '' && <p className="p-5 text-muted">{t('search.hint')}</p>}
      {prompts && (
        <FoundPrompts
          prompts={prompts}
          pipelines={pipelines}
          isOld={answer.isPlaceholderData}
          query={query}
          box={box}
          onOpened={onClose}
          {...(answer.hasNextPage && !answer.isError && { fetchMore })}
        />
      )}
      {answer.isError && query !== '' && <Failed retry={answer.refetch} />}
    </Dialog>
  )
}

function Failed({ retry }: { retry: () => unknown }) {
  const t = useTranslate()
  return (
    <p role="alert" className="flex flex-wrap items-center gap-3 p-5">
      {t('search.failed')}
      <button type="button" className="button button-quiet" onClick={() => void retry()}>
        {t('search.retry')}
      </button>
    </p>
  )
}
