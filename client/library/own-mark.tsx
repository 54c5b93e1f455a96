import { Bookmark } from 'lucide-react'
import { useSay } from '../i18n.tsx'
import { useViewer } from '../viewer.ts'
import { useMark } from './use-marks.ts'

function Shown({ slug }: { slug: string }) {
  const say = useSay()
  const mark = useMark(slug)
  return (
    <>
      {mark?.user_rating && <span>{say('marks.yours', { value: mark.user_rating })}</span>}
      {mark?.is_saved && (
        <span>
          <Bookmark className="size-4 fill-current" aria-hidden="true" />
          <span className="sr-only">{say('marks.saved')}</span>
        </span>
      )}
    </>
  )
}

/** A member's own rating of a prompt and whether it is saved, at the end of a line whose height they do not change. */
export function OwnMark({ slug }: { slug: string }) {
  const { is_signed_in } = useViewer()
  return (
    <span className="ml-auto inline-flex h-5 items-center gap-2 text-sm whitespace-nowrap text-brand">
      {is_signed_in && <Shown slug={slug} />}
    </span>
  )
}
