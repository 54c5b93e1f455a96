import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { dropPendingAction, isActionDue, usePendingAction } from '../app/session/pending-action.ts'
import type { PendingAction } from '../app/session/pending-action.ts'
import { useToast } from '../ui/toast.tsx'
import { CollectDialog } from './collect-dialog.tsx'
import { useTranslate } from './collections.messages.ts'
import { useRatePrompt, useSavePrompt } from './use-marks.ts'
import { useQueryClient } from '@tanstack/react-query'
import { blogPaths } from '#shared/blog/paths.ts'
import { send } from '../app/api.ts'
import { useAlert } from '../dialogs/dialog-provider.tsx'

/** Saves the post after a log-in, and updates the cache that the post's button reads. */
function ResumedPost({ slug }: { slug: string }) {
  const t = useTranslate()
  const client = useQueryClient()
  const alert = useAlert()
  const { notice, show } = useToast()
  const resume = useEffectEvent(async () => {
    const queryKey = ['saved_post', slug]
    try {
      await send(client, 'POST', blogPaths.api.save(slug))
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, true)
      show(t('resumed_post.saved'))
    } catch {
      alert(t('resumed_post.failed'), { note: t('common.try_later') })
    }
  })
  useEffect(() => void resume(), [])
  return notice
}

type Resumable = Exclude<PendingAction, { kind: 'view' | 'save_post' }>

function Resumed({ action }: { action: Resumable }) {
  const t = useTranslate()
  const { notice, show } = useToast()
  const { put: putSaved } = useSavePrompt(action)
  const { put: putRating } = useRatePrompt({ ...action, user_rating: null })
  const [isCollecting, setCollecting] = useState(action.kind === 'collect')
  const resume = useEffectEvent(async () => {
    if (action.kind === 'save' && (await putSaved(true))) show(t('resumed.saved'))
    if (action.kind === 'rate' && (await putRating(action.value))) show(t('resumed.rated', { count: action.value }))
  })
  useEffect(() => void resume(), [])
  return (
    <>
      {notice}
      {isCollecting && (
        <CollectDialog slug={action.slug} note={t('resumed.collect')} onClose={() => setCollecting(false)} />
      )}
    </>
  )
}

/** Pages on the way through the log-in. Any other page drops the pending action. */
const signInPaths = [
  paths.login,
  paths.register,
  paths.forgotPassword,
  paths.resetPassword,
  paths.confirmEmail,
  paths.invitation,
  paths.google,
  paths.terms,
  paths.privacy,
  paths.tooManyRequests(),
]

/** Runs the action that a log-in interrupted, once, and announces the result. */
export function ResumeAction() {
  const { pathname, search } = useLocation()
  const path = pathname + search
  const pending = usePendingAction()
  const [action, setAction] = useState<PendingAction | null>(null)
  if (isActionDue(pending, path) && action?.asked_at !== pending.asked_at) setAction(pending)
  useEffect(() => {
    // Checks both addresses: the router's `pathname` changes only after the next page has loaded.
    if (![pathname, location.pathname].some((one) => signInPaths.includes(one))) dropPendingAction()
  }, [pathname])
  if (!action || action.kind === 'view' || action.path !== path) return null
  if (action.kind === 'save_post') return <ResumedPost key={action.asked_at} slug={action.slug} />
  return <Resumed key={action.asked_at} action={action} />
}
