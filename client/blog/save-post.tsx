import { Bookmark } from 'lucide-react'
import { useRef } from 'react'
import { useFocusBack } from '../ui/use-focus-back.ts'
import { useTranslate } from './messages.ts'
import { useSaved } from './use-saved.ts'

/** Its name says the state; it is as wide in both, so that what stands beside it stays where it is. */
export function SavePost({ slug }: { slug: string }) {
  const t = useTranslate()
  const button = useRef<HTMLButtonElement>(null)
  const { isSaved, isBusy, put } = useSaved(slug)
  const noteFocus = useFocusBack(button, isBusy)
  return (
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
  )
}
