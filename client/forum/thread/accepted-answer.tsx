import { Check } from 'lucide-react'
import { Link } from 'react-router-dom'
import { useAuthorName } from './byline.tsx'
import { commentAddress, useThread } from './thread-context.tsx'
import { useTranslate } from './messages.ts'

export function AcceptedAnswer() {
  const t = useTranslate()
  const { thread } = useThread()
  const nameOf = useAuthorName()
  if (!thread.answer) return null
  const { id, author, excerpt } = thread.answer
  return (
    <section aria-labelledby="answer" className="card mt-4 border-l-4 border-l-brand">
      <h2 id="answer" className="flex items-center gap-2 font-semibold">
        <Check className="size-5 shrink-0 text-brand" aria-hidden="true" />
        <span dir="auto">{t('thread.answered_by', { name: nameOf(author) })}</span>
      </h2>
      <p className="mt-1 break-words" dir="auto">
        {excerpt}
      </p>
      <p className="mt-1">
        <Link
          to={commentAddress(thread.meta_slug, id)}
          rel="nofollow"
          className="inline-flex min-h-11 items-center text-brand underline"
        >
          {t('thread.to_answer')}
        </Link>
      </p>
    </section>
  )
}
