import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import type { UseCase } from '#shared/library.ts'
import { paths } from '#shared/paths.ts'
import { useSay } from '../i18n.tsx'
import { promptListQuery } from './library.queries.ts'
import type { ListFilters } from './library.queries.ts'
import { PromptCard } from './prompt-card.tsx'

/** The address of the page of this site that shows what a path of the API answers. */
function addressOf(slug: string, next: string): string {
  return paths.libraryUseCase(slug, Object.fromEntries(new URL(next, 'http://site').searchParams))
}

/** A use case's prompts, more of them at each click; without scripts the click opens the next page. */
export function PromptList({ useCase, filters }: { useCase: UseCase; filters: ListFilters }) {
  const say = useSay()
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } = useSuspenseInfiniteQuery(
    promptListQuery(useCase.slug, filters),
  )
  const prompts = [
    ...new Map(data.pages.flatMap(({ results }) => results).map((prompt) => [prompt.id, prompt])).values(),
  ]
  const next = data.pages.at(-1)?.next
  if (prompts.length === 0)
    return (
      <output className="mt-6 block text-muted">
        {say(Object.keys(filters).length > 0 ? 'library.nothing_found' : 'use_case.no_prompts')}
      </output>
    )
  return (
    <>
      <ul className="mt-6 grid gap-4 lg:grid-cols-2">
        {prompts.map((prompt) => (
          <PromptCard key={prompt.id} prompt={prompt} functional={useCase.category.functional.name} />
        ))}
      </ul>
      <p className="mt-6 text-center" aria-live="polite">
        {isFetchNextPageError && <span className="mb-2 block">{say('use_case.load_failed')}</span>}
        {hasNextPage && next ? (
          <a
            href={addressOf(useCase.slug, next)}
            rel="next"
            className="button"
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey) return
              event.preventDefault()
              void fetchNextPage()
            }}
          >
            {say(isFetchingNextPage ? 'use_case.loading' : 'use_case.load_more')}
          </a>
        ) : (
          <span className="text-muted">{say('use_case.no_more')}</span>
        )}
      </p>
    </>
  )
}
