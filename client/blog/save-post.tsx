import { Bookmark } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { isDue, usePendingAction } from '../app/pending-action.ts'
import { useToast } from '../ui/toast.tsx'
import { useFocusBack } from '../ui/use-focus-back.ts'
import { useTranslate } from './messages.ts'
import { useSaved } from './use-saved.ts'

/** When the post was asked to be saved before the log-in that led here. */
function useResumedAt(slug: string): number | null {
  const { pathname, search } = useLocation()
  const pending = usePendingAction()
  const [asked_at, setAskedAt] = useState<number | null>(null)
  const isWanted = isDue(pending, pathname + search) && pending.kind === 'save_post' && pending.slug === slug
  if (isWanted && pending.asked_at !== asked_at) setAskedAt(pending.asked_at)
  return asked_at
}

/** Its name says the state; it is as wide in both, so that what stands beside it stays where it is. */
export function SavePost({ slug }: { slug: string }) {
  const t = useTranslate()
  const button = useRef<HTMLButtonElement>(null)
  const { isSaved, isBusy, put } = useSaved(slug)
  const { notice, show } = useToast()
  const noteFocus = useFocusBack(button, isBusy)
  const resumedAt = useResumedAt(slug)
  const resume = useEffectEvent(async () => {
    if (await put(true)) show(t('post.resumed'))
  })
  useEffect(() => {
    if (resumedAt !== null) void resume()
  }, [resumedAt])
  return (
    <>
      <button
        ref={button}
        type="button"
        className={`button button-quiet ${isSaved ? 'is-saved' : ''}`}
        title={isSaved ? t('post.unsave') : undefined}
        aria-busy={isBusy}
        disabled={isBusy}
        onClick={() => {
          noteFocus()
          void put(!isSaved)
        }}
      >
        <Bookmark className={`size-4 ${isSaved ? 'fill-current' : ''}`} aria-hidden="true" />
        <span className="grid text-left *:[grid-area:1/1]">
          <span className={isSaved ? 'invisible' : ''} aria-hidden={isSaved}>
            {t('post.save')}
          </span>
          <span className={isSaved ? '' : 'invisible'} aria-hidden={!isSaved}>
            {t('post.saved')}
          </span>
        </span>
      </button>
      {notice}
    </>
  )
}
