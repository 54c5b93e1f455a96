import { useTranslate } from '../saved/messages.ts'
import type { ReactNode } from 'react'
import type { ListedPrompt } from '#shared/library/marks.ts'
import { Spinner } from '../ui/spinner.tsx'
import { PromptCard } from '../library/prompt-card.tsx'

type MyPromptsProps = {
  list: {
    data: { pages: { results: ListedPrompt[] }[] } | undefined
    isError: boolean
    hasNextPage: boolean
    isFetchingNextPage: boolean
    fetchNextPage: () => unknown
    refetch: () => unknown
  }
  empty: string
  Heading?: 'h2'
  renderActions?: (prompt: ListedPrompt, index: number, count: number) => ReactNode
}

export function MyPrompts({ list, empty, Heading, renderActions }: MyPromptsProps) {
  const t = useTranslate()
  const { data, isError, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = list
  const prompts = [
    ...new Map(data?.pages.flatMap(({ results }) => results).map((prompt) => [prompt.id, prompt])).values(),
  ]
  const failed = isError && (
    <p role="alert" className="mt-4">
      <span className="text-danger">{t('common.load_failed')}</span>{' '}
      {!data && (
        <button type="button" className="button button-quiet ml-2" onClick={() => void refetch()}>
          {t('failed.retry')}
        </button>
      )}
    </p>
  )
  if (!data) return failed || <Spinner label={t('common.loading')} className="mt-4" />
  return (
    <>
      {prompts.length === 0 && <p className="mt-4 text-muted">{empty}</p>}
      <ul className="mt-4 grid gap-4 lg:grid-cols-2">
        {prompts.map((prompt, index) => (
          <PromptCard key={prompt.id} prompt={prompt} functional={prompt.category.name} Heading={Heading}>
            {renderActions?.(prompt, index, prompts.length)}
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
            <span>{t(isFetchingNextPage ? 'common.loading' : 'common.load_more')}</span>
          </button>
        </p>
      )}
    </>
  )
}
