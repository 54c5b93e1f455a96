import { useQuery, useQueryClient, queryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import type { QueryClient } from '@tanstack/react-query'
import type { Prompt } from '#shared/library/schema.ts'
import { MyRating, Marks, maxMarks } from '#shared/library/marks.ts'
import type { Mark } from '#shared/library/marks.ts'
import { paths } from '#shared/paths.ts'
import type { ResumableAction } from '../app/session/pending-action.ts'
import { ApiProblem, send } from '../app/api.ts'
import { useAlert, useLoginPrompt } from '../dialogs/dialog-provider.tsx'
import { isSignedIn, useViewer } from '../app/session/viewer.ts'
import { promptQuery } from './prompt.queries.ts'
import { useTranslate } from './messages.ts'

// Renamed, since the linter takes `useCasePrompts` for a hook.
const { useCasePrompts: promptListPath } = paths.api

export function usePromptMark(slug: string): Mark | undefined {
  const { is_signed_in } = useViewer()
  const { data } = useQuery({ ...markQuery(slug), enabled: is_signed_in })
  return is_signed_in ? data : undefined
}

type ChangeOptions<Value> = {
  slug: string
  reason: string
  failed: (error: unknown) => string
  /** Action that runs after a log-in; null if the change removes a mark. */
  actionFor: (value: Value) => ResumableAction | null
}

/** Changes a mark. The change shows before the response and is reset on failure. Changes run one at a time. */
function useChange<Value>({ slug, reason, failed, actionFor }: ChangeOptions<Value>) {
  const t = useTranslate()
  const client = useQueryClient()
  const promptLogin = useLoginPrompt()
  const alert = useAlert()
  const [sent, setSent] = useState<{ value: Value } | null>(null)
  const change = async (value: Value, request: () => Promise<Partial<Mark>>): Promise<boolean> => {
    const askToLogIn = () => promptLogin(reason, undefined, actionFor(value) ?? undefined)
    // Visitors can click the button before the page shows who is signed in.
    if (!isSignedIn()) askToLogIn()
    if (!isSignedIn() || sent) return false
    setSent({ value })
    const { queryKey } = markQuery(slug)
    try {
      const changed = await request()
      // Cancels a running read, whose older response would replace the change.
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, (mark) => ({ is_saved: false, user_rating: null, ...mark, ...changed, slug }))
      return true
    } catch (error) {
      if (error instanceof ApiProblem && error.status === 401) askToLogIn()
      else
        alert(failed(error), { note: t(error instanceof ApiProblem ? 'common.try_later' : 'common.check_connection') })
      return false
    } finally {
      setSent(null)
    }
  }
  return { client, sent, change }
}

export function useSavePrompt({ slug, is_saved = false }: { slug: string; is_saved?: boolean }) {
  const t = useTranslate()
  const mark = usePromptMark(slug)
  const { client, sent, change } = useChange<boolean>({
    slug,
    reason: t('auth.save'),
    failed: (error) => t(error instanceof ApiProblem ? 'marks.save_failed' : 'marks.network_failed'),
    actionFor: (next) => (next ? { kind: 'save', slug } : null),
  })
  const isSaved = sent ? sent.value : (mark?.is_saved ?? is_saved)
  const setSaved = (next: boolean) =>
    change(next, async () => {
      if (next) await send(client, 'POST', paths.api.promptSave(slug))
      else await send(client, 'DELETE', paths.api.promptUnsave(slug))
      // Marks saved lists as stale without a refetch. A visible list keeps its rows, so that the user can undo this.
      void client.invalidateQueries({ queryKey: ['saved'], refetchType: 'none' })
      return { is_saved: next }
    })
  return { isSaved, isBusy: sent !== null, put: setSaved, toggle: () => setSaved(!isSaved) }
}

/** User's rating of a prompt. The same rating again removes it. The average changes with the response. */
export function useRatePrompt({ slug, user_rating }: Pick<Prompt, 'slug' | 'user_rating'>) {
  const t = useTranslate()
  const mark = usePromptMark(slug)
  const { client, sent, change } = useChange<number | null>({
    slug,
    reason: t('auth.rate'),
    failed: () => t('marks.rate_failed'),
    actionFor: (value) => (value ? { kind: 'rate', slug, value } : null),
  })
  const rating = sent ? sent.value : mark ? mark.user_rating : user_rating
  const setSaved = (value: number | null) =>
    change(value, async () => {
      const path = paths.api.promptRating(slug)
      const { your_value, avg, count } = value
        ? await send(client, 'POST', path, { body: { value }, schema: import.meta.env.DEV && MyRating })
        : await send(client, 'DELETE', path, { schema: import.meta.env.DEV && MyRating })
      const changed = client.setQueryData(promptQuery(slug).queryKey, (opened) =>
        opened && !opened.locked
          ? { ...opened, item: { ...opened.item, rating_avg: avg, rating_count: count } }
          : opened,
      )
      const listPath = changed && promptListPath(changed.item.use_case.slug)
      if (listPath) void client.invalidateQueries({ queryKey: [listPath], refetchType: 'none' })
      return { user_rating: your_value }
    })
  return {
    rating,
    isBusy: sent !== null,
    put: setSaved,
    rate: (chosen: number) => setSaved(chosen === rating ? null : chosen),
  }
}

type Batch = { slugs: string[]; answer: Promise<Map<string, Mark>> }
let next: Batch | null = null

function startBatch(client: QueryClient): Batch {
  const slugs: string[] = []
  const ask = async () => {
    // Waits for all components of one render, which request their marks within one task.
    await new Promise((resolve) => void setTimeout(resolve))
    if (next?.slugs === slugs) next = null
    const { results } = await send(client, 'GET', paths.api.marks(slugs), { schema: import.meta.env.DEV && Marks })
    return new Map(results.map((mark) => [mark.slug, mark]))
  }
  return { slugs, answer: ask() }
}

/** Reads the mark of a prompt. All marks of a page are read in one request. */
async function fetchMark(client: QueryClient, slug: string): Promise<Mark> {
  if (!next || next.slugs.length === maxMarks) next = startBatch(client)
  next.slugs.push(slug)
  return (await next.answer).get(slug) ?? { slug, is_saved: false, user_rating: null }
}

const markQuery = (slug: string) =>
  queryOptions({ queryKey: ['mark', slug], queryFn: ({ client }) => fetchMark(client, slug) })
