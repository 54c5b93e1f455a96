import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import type { PromptCard as PromptCardData, UseCase } from '#shared/library/schema.ts'
import { paths } from '#shared/paths.ts'
import { LoadMore, useFocusFirstNew, PreviousPageLinks } from '../app/load-more.tsx'
import { isNarrowed, noFilters } from './prompt-filters.tsx'
import type { PromptFilterState } from './prompt-filters.tsx'
import { promptListQuery } from './library.queries.ts'
import { useTranslate } from './messages.ts'
import { PromptCard } from './prompt-card.tsx'

/** Page of this site that shows the results of an API path. */
function addressOf(slug: string, next: string): string {
  return paths.libraryUseCase(slug, Object.fromEntries(new URL(next, 'http://site').searchParams))
}

function NoPrompts({ filtering: { filters, choose } }: { filtering: PromptFilterState }) {
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

/** Removes duplicates: a prompt may have moved to the next page between two requests. */
const once = (prompts: PromptCardData[]) => [...new Map(prompts.map((prompt) => [prompt.id, prompt])).values()]

export function PromptList({ useCase, filtering }: { useCase: UseCase; filtering: PromptFilterState }) {
  const t = useTranslate()
  const { data, fetchNextPage, isFetchingNextPage, isFetchNextPageError } = useSuspenseInfiniteQuery(
    promptListQuery(useCase.slug, filtering.filters),
  )
  const prompts = once(data.pages.flatMap(({ results }) => results))
  const next = data.pages.at(-1)?.next
  const { previous = null } = data.pages[0] ?? {}
  const { cursor, ...first } = filtering.filters
  const { list, arrived, expect } = useFocusFirstNew(prompts.length)
  if (prompts.length === 0) return <NoPrompts filtering={filtering} />
  return (
    <>
      {cursor && (
        <PreviousPageLinks
          previous={previous && addressOf(useCase.slug, previous)}
          first={paths.libraryUseCase(useCase.slug, first)}
        />
      )}
      {next && <link rel="next" href={addressOf(useCase.slug, next)} />}
      <ul ref={list} className="mt-6 grid gap-4 lg:grid-cols-2" aria-busy={filtering.isPending}>
        {prompts.map((prompt) => (
          <PromptCard key={prompt.id} prompt={prompt} functional={useCase.category.functional.name} />
        ))}
      </ul>
      {(next || data.pages.length > 1 || cursor) && (
        <LoadMore
          address={next ? addressOf(useCase.slug, next) : null}
          end={t('use_case.no_more')}
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
