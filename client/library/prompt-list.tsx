import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { PromptCard as PromptCardData, UseCase } from '#shared/library.ts'
import { paths } from '#shared/paths.ts'
import { Spinner } from '../ui/spinner.tsx'
import { isNarrowed, noFilters } from './use-filters.ts'
import type { Filters } from './use-filters.ts'
import { promptListQuery } from './library.queries.ts'
import { useTranslate } from './messages.ts'
import { PromptCard } from './prompt-card.tsx'

/** The address of the page of this site that shows what a path of the API answers. */
function addressOf(slug: string, next: string): string {
  return paths.libraryUseCase(slug, Object.fromEntries(new URL(next, 'http://site').searchParams))
}

/** Once more prompts are here, the focus is on the first of them: the button that fetched them may be gone. */
function useArrivals(count: number) {
  const list = useRef<HTMLUListElement>(null)
  const firstNew = useRef<number | null>(null)
  const [arrived, setArrived] = useState(0)
  useEffect(() => {
    const place = firstNew.current
    if (place === null || count <= place) return
    firstNew.current = null
    list.current?.children[place]?.querySelector('a')?.focus()
    setArrived(count - place)
  }, [count])
  return { list, arrived, expect: () => (firstNew.current = count) }
}

function NoPrompts({ filtering: { filters, choose } }: { filtering: Filters }) {
  const t = useTranslate()
  if (!isNarrowed(filters))
    return (
      <output className="mt-6 block text-muted">
        {t(filters.free ? 'use_case.no_free_prompts' : 'use_case.no_prompts')}
      </output>
    )
  return (
    <div className="mt-6">
      <output className="block text-muted">{t('common.nothing_found')}</output>
      <button type="button" className="button button-quiet needs-script mt-4" onClick={() => choose(noFilters)}>
        {t('use_case.clear')}
      </button>
    </div>
  )
}

type MoreProps = { address: string | null; isLoading: boolean; isFailed: boolean; fetchMore: () => void }

/** The way to the next page; once there was a second one, that there is none any more. */
function More({ address, isLoading, isFailed, fetchMore }: MoreProps) {
  const t = useTranslate()
  return (
    <div className="mt-8 text-center">
      {isFailed && (
        <p role="alert" className="mb-3 text-danger">
          {t('common.load_failed')}
        </p>
      )}
      {address === null ? (
        <p className="text-muted">{t('use_case.no_more')}</p>
      ) : (
        <a
          href={address}
          rel="next"
          className="button"
          aria-disabled={isLoading}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return
            event.preventDefault()
            if (!isLoading) fetchMore()
          }}
        >
          {isLoading && <Spinner />}
          {t(isLoading ? 'common.loading' : 'common.load_more')}
        </a>
      )}
    </div>
  )
}

/** Each prompt once, though it may have moved from one page to the next while they were read. */
const once = (prompts: PromptCardData[]) => [...new Map(prompts.map((prompt) => [prompt.id, prompt])).values()]

export function PromptList({ useCase, filtering }: { useCase: UseCase; filtering: Filters }) {
  const t = useTranslate()
  const { data, fetchNextPage, isFetchingNextPage, isFetchNextPageError } = useSuspenseInfiniteQuery(
    promptListQuery(useCase.slug, filtering.filters),
  )
  const prompts = once(data.pages.flatMap(({ results }) => results))
  const next = data.pages.at(-1)?.next
  const { list, arrived, expect } = useArrivals(prompts.length)
  if (prompts.length === 0) return <NoPrompts filtering={filtering} />
  return (
    <>
      <ul ref={list} className="mt-6 grid gap-4 lg:grid-cols-2" aria-busy={filtering.isPending}>
        {prompts.map((prompt) => (
          <PromptCard key={prompt.id} prompt={prompt} functional={useCase.category.functional.name} />
        ))}
      </ul>
      {(next || data.pages.length > 1 || filtering.filters.cursor) && (
        <More
          address={next ? addressOf(useCase.slug, next) : null}
          isLoading={isFetchingNextPage}
          isFailed={isFetchNextPageError}
          fetchMore={() => {
            expect()
            void fetchNextPage()
          }}
        />
      )}
      <output className="sr-only">{arrived > 0 && t('use_case.loaded', { count: arrived })}</output>
    </>
  )
}
