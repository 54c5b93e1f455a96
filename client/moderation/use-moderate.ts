import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { DecisionResult } from '#shared/forum/moderation.ts'
import type { AlreadyDecided, ReviewAction, ReviewItem } from '#shared/forum/moderation.ts'
import { moderationPaths } from '#shared/forum/moderation-paths.ts'
import { ApiProblem, send } from '../app/api.ts'
import { readStorage, writeStorage } from '../app/storage.ts'
import { useAlert } from '../dialogs/dialog-provider.tsx'
import { useTranslate } from './messages.ts'

const { api } = moderationPaths

function requestOf(
  { kind, thread, comment_id, reports, version, edit }: ReviewItem,
  action: ReviewAction,
  note: string,
) {
  const common = { version, ...(note !== '' && { note }) }
  if (action === 'dismiss' || action === 'remove')
    return { path: api.resolveReport(reports[0]?.id ?? 0), body: { action, ...common } }
  const [ofThread, ofComment] = edit
    ? [api.moderateThreadEdit, api.moderateCommentEdit]
    : [api.moderateThread, api.moderateComment]
  const path = kind === 'thread' ? ofThread(thread.meta_slug) : ofComment(comment_id ?? 0)
  return { path, body: { decision: action, ...common } }
}

type Outcome = { announce: (text: string) => void; removeItem: (key: string) => void; reload: () => void }

/** Sends each decision once, with the stored note. An item that another moderator has decided is removed. */
export function useModerate({ announce, removeItem, reload }: Outcome) {
  const t = useTranslate()
  const client = useQueryClient()
  const alert = useAlert()
  const busy = useRef(new Set<string>())

  function end(text: string, key: string) {
    announce(text)
    writeStorage(`unsent:${key}`, null)
    removeItem(key)
  }
  function refused(error: unknown, { key }: ReviewItem) {
    const problem = error instanceof ApiProblem ? error : null
    if (problem?.status === 404) return end(t('gone'), key)
    if (problem?.status !== 409) return alert(t('wrong'))
    const text = problem.detail ?? t('wrong')
    if ((problem.body as AlreadyDecided).code !== 'changed') return end(text, key)
    announce(text)
    reload()
  }

  return async (item: ReviewItem, action: ReviewAction): Promise<void> => {
    if (busy.current.has(item.key) || !item.actions.includes(action)) return
    busy.current.add(item.key)
    const note = readStorage(`unsent:${item.key}`) ?? ''
    const { path, body } = requestOf(item, action, note.trim())
    try {
      await send(client, 'POST', path, { body, schema: import.meta.env.DEV && DecisionResult })
      end(t(`done.${action}`), item.key)
    } catch (error) {
      refused(error, item)
    } finally {
      busy.current.delete(item.key)
    }
  }
}
