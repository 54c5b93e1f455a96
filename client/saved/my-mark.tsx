import { useTranslate } from './messages.ts'
import { Bookmark } from 'lucide-react'
import { StarIcon } from '../ui/star.tsx'
import { useViewer } from '../app/session/viewer.ts'
import { usePromptMark } from './use-marks.ts'

type MyMarkProps = {
  slug: string
  /** True: shows the rating as a number. Its space is reserved for members from the first render. */
  isNarrow?: boolean
}

function MemberMark({ slug, isNarrow }: MyMarkProps) {
  const t = useTranslate()
  const mark = usePromptMark(slug)
  const ratingText = mark?.user_rating && t('marks.yours', { value: mark.user_rating })
  return (
    <>
      {ratingText && (
        <span className="inline-flex items-center gap-0.5">
          {isNarrow && <span aria-hidden="true">{mark.user_rating}</span>}
          <span className={isNarrow ? 'sr-only' : undefined}>{ratingText}</span>
          <StarIcon className="size-3.5" />
        </span>
      )}
      {mark?.is_saved && (
        <span>
          <Bookmark className="size-4 fill-current" aria-hidden="true" />
          <span className="sr-only">{t('marks.saved')}</span>
        </span>
      )}
    </>
  )
}

export function MyPromptMark({ slug, isNarrow = false }: MyMarkProps) {
  const { is_signed_in } = useViewer()
  return (
    <span className={isNarrow ? 'my-mark my-mark-narrow' : 'my-mark'}>
      {is_signed_in && <MemberMark slug={slug} isNarrow={isNarrow} />}
    </span>
  )
}
