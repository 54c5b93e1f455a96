import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Prompt } from '#shared/library.ts'
import { MyRating } from '#shared/marks.ts'
import type { Mark } from '#shared/marks.ts'
import { paths } from '#shared/paths.ts'
import { ApiProblem, send } from '../app/api.ts'
import { useAlert, useLoginPrompt } from '../dialogs/dialog-provider.tsx'
import { useTranslate } from './messages.ts'
import { isSignedIn, useViewer } from '../app/viewer.ts'
import { promptQuery } from '../library/library.queries.ts'
import { markQuery } from './marks.queries.ts'

export function useMark(slug: string): Mark | undefined {
  const { is_signed_in } = useViewer()
  const { data } = useQuery({ ...markQuery(slug), enabled: is_signed_in })
  return is_signed_in ? data : undefined
}

/** Changes a mark: shown at once, one change at a time, and as it was before where that fails. */
function useChange<Value>(slug: string, reason: string, failed: (error: unknown) => string) {
  const client = useQueryClient()
  const promptLogin = useLoginPrompt()
  const alert = useAlert()
  const [sent, setSent] = useState<{ value: Value } | null>(null)
  const change = async (value: Value, request: () => Promise<Partial<Mark>>) => {
    // A click may come before this part has been rendered for the member.
    if (!isSignedIn()) return promptLogin(reason)
    if (sent) return
    setSent({ value })
    const { queryKey } = markQuery(slug)
    try {
      await client.cancelQueries({ queryKey })
      const changed = await request()
      client.setQueryData(queryKey, (mark) => ({ is_saved: false, user_rating: null, ...mark, ...changed, slug }))
    } catch (error) {
      if (error instanceof ApiProblem && error.status === 401) promptLogin(reason)
      else alert(failed(error))
    }
    setSent(null)
  }
  return { client, sent, change }
}

export function useSaving({ slug, is_saved = false }: { slug: string; is_saved?: boolean }) {
  const t = useTranslate()
  const mark = useMark(slug)
  const { client, sent, change } = useChange<boolean>(slug, t('auth.save'), (error) =>
    t(error instanceof ApiProblem ? 'marks.save_failed' : 'marks.network_failed'),
  )
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
  const t = useTranslate()
  const mark = useMark(slug)
  const listPath = paths.api.useCasePrompts(use_case.slug)
  const { client, sent, change } = useChange<number | null>(slug, t('auth.rate'), () => t('marks.rate_failed'))
  const rating = sent ? sent.value : mark ? mark.user_rating : user_rating
  const rate = (chosen: number) => {
    const value = chosen === rating ? null : chosen
    return change(value, async () => {
      const path = paths.api.promptRating(slug)
      const { your_value, avg, count } = value
        ? await send(client, 'POST', path, { body: { value }, schema: import.meta.env.DEV && MyRating })
        : await send(client, 'DELETE', path, { schema: import.meta.env.DEV && MyRating })
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
