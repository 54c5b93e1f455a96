import type { ReactNode } from 'react'
import type { ListedPrompt } from '#shared/marks.ts'
import { useSay } from '../i18n.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { PromptCard } from './prompt-card.tsx'

type OwnListProps = {
  /** What useInfiniteQuery says of it. */
  list: {
    data: { pages: { results: ListedPrompt[] }[] } | undefined
    isError: boolean
    hasNextPage: boolean
    isFetchingNextPage: boolean
    fetchNextPage: () => unknown
    refetch: () => unknown
  }
  /** What is said where there is nothing. */
  empty: string
  /** What can be done with each, by its place. */
  renderActions?: (prompt: ListedPrompt, place: number, count: number) => ReactNode
}

/** Prompts that somebody has put together, more of them at each click. */
export function OwnList({ list, empty, renderActions }: OwnListProps) {
  const say = useSay()
  const { data, isError, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = list
  const prompts = [
    ...new Map(data?.pages.flatMap(({ results }) => results).map((prompt) => [prompt.id, prompt])).values(),
  ]
  const failed = isError && (
    <p role="alert" className="mt-4">
      <span className="text-danger">{say('use_case.load_failed')}</span>{' '}
      {!data && (
        <button type="button" className="button button-quiet ml-2" onClick={() => void refetch()}>
          {say('failed.retry')}
        </button>
      )}
    </p>
  )
  if (!data) return failed || <Spinner label={say('use_case.loading')} className="mt-4" />
  return (
    <>
      {prompts.length === 0 && <p className="mt-4 text-muted">{empty}</p>}
      <ul className="mt-4 grid gap-4 lg:grid-cols-2">
        {prompts.map((prompt, place) => (
          <PromptCard key={prompt.id} prompt={prompt} functional={prompt.category.name}>
            {renderActions?.(prompt, place, prompts.length)}
          </PromptCard>
        ))}
      </ul>
      {failed}
      {hasNextPage && (
        <p className="mt-6 text-center">
          <button
            type="button"
            className="button needs-script"
            disabled={isFetchingNextPage}
            onClick={() => void fetchNextPage()}
          >
            {isFetchingNextPage && <Spinner />}
            {say(isFetchingNextPage ? 'use_case.loading' : 'use_case.load_more')}
          </button>
        </p>
      )}
    </>
  )
}
