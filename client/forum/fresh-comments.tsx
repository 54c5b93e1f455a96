import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { forumPaths } from '#shared/forum-paths.ts'
import { Spinner } from '../ui/spinner.tsx'
import { commentsKey, threadQuery } from './thread.queries.ts'
import { useThread } from './thread-context.tsx'
import { useTranslate } from './thread.messages.ts'
import { useLiveCount } from './use-live-count.ts'

/** Offers what others have written since the page was opened; what one reads stays where it is until then. */
export function FreshComments() {
  const t = useTranslate()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { thread, isOpen, lookForNew, settle } = useThread()
  const live = useLiveCount(thread.meta_slug, isOpen)
  const [isBusy, setBusy] = useState(false)
  const fresh = live === null ? 0 : Math.max(0, live - thread.comment_count)
  const show = async () => {
    if (isBusy) return
    setBusy(true)
    lookForNew()
    await client.refetchQueries({ queryKey: [commentsKey(thread.meta_slug)], type: 'active' })
    await client.refetchQueries(threadQuery(thread.meta_slug))
    setBusy(false)
    // Where they are on pages that are not here, those that are newest come first.
    setTimeout(() => {
      if (!settle()) void navigate(forumPaths.thread(thread.meta_slug, { sort: 'newest' }))
    })
  }
  return (
    <output className={fresh > 0 ? 'fresh-comments' : ''}>
      {fresh > 0 && (
        <>
          {t('comments.fresh', { count: fresh })}
          <button type="button" className="button" aria-busy={isBusy} onClick={() => void show()}>
            {isBusy && <Spinner />}
            {t('comments.show')}
          </button>
        </>
      )}
    </output>
  )
}
