import type { PostCard } from '#shared/blog.ts'
import { usePublicDateFormat } from '../app/public-date.ts'
import { useTranslate } from './messages.ts'

type Facts = Pick<PostCard, 'reading_minutes'> & { published_at: string | null }

export function PostFacts({ post, author }: { post: Facts; author?: string }) {
  const t = useTranslate()
  const day = usePublicDateFormat()
  const { published_at, reading_minutes } = post
  return (
    <p className="text-sm text-muted">
      {author && <span dir="auto">{`${t('post.by', { author })} · `}</span>}
      {published_at ? <time dateTime={published_at}>{day(published_at)}</time> : t('preview.undated')}
      {' · '}
      <span className="whitespace-nowrap">{t('post.minutes', { count: reading_minutes })}</span>
    </p>
  )
}
