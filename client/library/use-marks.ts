import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Prompt } from '#shared/library.ts'
import { OwnRating } from '#shared/marks.ts'
import type { Mark } from '#shared/marks.ts'
import { paths } from '#shared/paths.ts'
import type { WordKey } from '#shared/words.ts'
import { ApiProblem, send } from '../api.ts'
import { useAlert, useAskToLogIn } from '../layout/asking.tsx'
import { useViewer } from '../viewer.ts'
import { promptQuery } from './library.queries.ts'
import { markQuery } from './marks.queries.ts'

/** What the member has noted of a prompt, once that is known. */
export function useMark(slug: string): Mark | undefined {
  const { is_signed_in } = useViewer()
  const { data } = useQuery({ ...markQuery(slug), enabled: is_signed_in })
  return is_signed_in ? data : undefined
}

/** Changes a mark: shown at once, one change at a time, and as it was before where that fails. */
function useChange<Value>(slug: string, reason: WordKey, failed: (error: unknown) => WordKey) {
  const client = useQueryClient()
  const { is_signed_in } = useViewer()
  const askToLogIn = useAskToLogIn()
  const alert = useAlert()
  const [sent, setSent] = useState<{ value: Value } | null>(null)
  const change = async (value: Value, request: () => Promise<Partial<Mark>>) => {
    if (!is_signed_in) return askToLogIn(reason)
    if (sent) return
    setSent({ value })
    const { queryKey } = markQuery(slug)
    try {
      await client.cancelQueries({ queryKey })
      const changed = await request()
      client.setQueryData(queryKey, (mark) => ({ is_saved: false, user_rating: null, ...mark, ...changed, slug }))
    } catch (error) {
      if (error instanceof ApiProblem && error.status === 401) askToLogIn(reason)
      else alert(failed(error))
    }
    setSent(null)
  }
  return { client, sent, change }
}

const savingFailed = (error: unknown) => (error instanceof ApiProblem ? 'marks.save_failed' : 'marks.network_failed')

/** Keeping a prompt among one's own, and letting go of it. */
export function useSaving({ slug, is_saved = false }: { slug: string; is_saved?: boolean }) {
  const mark = useMark(slug)
  const { client, sent, change } = useChange<boolean>(slug, 'auth.save', savingFailed)
  const isSaved = mark?.is_saved ?? is_saved
  const toggle = () =>
    change(!isSaved, async () => {
      if (isSaved) await send(client, 'DELETE', paths.api.promptUnsave(slug))
      else await send(client, 'POST', paths.api.promptSave(slug))
      // A list that is on the screen keeps its rows, so that a slip can be undone.
      void client.invalidateQueries({ queryKey: ['saved'], refetchType: 'none' })
      return { is_saved: !isSaved }
    })
  return { isSaved, isBusy: sent !== null, toggle }
}

/** One's own rating; the same once more takes it back. The average that is shown follows. */
export function useRating({ slug, user_rating, use_case }: Prompt) {
  const mark = useMark(slug)
  const listPath = paths.api.useCasePrompts(use_case.slug)
  const { client, sent, change } = useChange<number | null>(slug, 'auth.rate', () => 'marks.rate_failed')
  const rating = sent ? sent.value : mark ? mark.user_rating : user_rating
  const rate = (chosen: number) => {
    const value = chosen === rating ? null : chosen
    return change(value, async () => {
      const path = paths.api.promptRating(slug)
      const { your_value, avg, count } = value
        ? await send(client, 'POST', path, { body: { value }, schema: OwnRating })
        : await send(client, 'DELETE', path, { schema: OwnRating })
      client.setQueryData(promptQuery(slug).queryKey, (opened) =>
        opened && !opened.locked
          ? { ...opened, item: { ...opened.item, rating_avg: avg, rating_count: count } }
          : opened,
      )
      void client.invalidateQueries({ queryKey: [listPath], refetchType: 'none' })
      return { user_rating: your_value }
    })
  }
  return { rating, isBusy: sent !== null, rate }
}
