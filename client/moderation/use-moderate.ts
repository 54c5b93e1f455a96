import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { DecisionResult } from '#shared/forum/moderation.ts'
import type { AlreadyDecided, ReviewAction, ReviewItem } from '#shared/forum/moderation.ts'
import { moderationPaths } from '#shared/forum/moderation-paths.ts'
import { ApiProblem, send } from '../app/api.ts'
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

/** Sends each decision once. An item that another moderator has decided is announced and removed. */
export function useModerate({ announce: say, removeItem: takeOut, reload }: Outcome) {
  const t = useTranslate()
  const client = useQueryClient()
  const alert = useAlert()
  const busy = useRef(new Set<string>())

  function refused(error: unknown, { key }: ReviewItem) {
    if (!(error instanceof ApiProblem)) return alert(t('wrong'))
    if (error.status === 404) {
      say(t('gone'))
      return takeOut(key)
    }
    if (error.status !== 409) return alert(t('wrong'))
    say(error.detail ?? t('wrong'))
    return (error.body as AlreadyDecided).code === 'changed' ? reload() : takeOut(key)
  }

  return async (item: ReviewItem, action: ReviewAction, note: string): Promise<void> => {
    if (busy.current.has(item.key) || !item.actions.includes(action)) return
    busy.current.add(item.key)
    const { path, body } = requestOf(item, action, note.trim())
    try {
      await send(client, 'POST', path, { body, schema: import.meta.env.DEV && DecisionResult })
      say(t(`done.${action}`))
      takeOut(item.key)
    } catch (error) {
      refused(error, item)
    } finally {
      busy.current.delete(item.key)
    }
  }
}
