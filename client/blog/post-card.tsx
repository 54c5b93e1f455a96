import type { PostCard as PostCardData } from '#shared/blog/schema.ts'
import { blogPaths } from '#shared/blog/paths.ts'
import { Link } from '../app/link.tsx'
import { useLocale } from '../app/i18n.tsx'
import { useDateFormat } from '../app/format/dates.ts'
import { useTranslate } from './messages.ts'

type PostCardProps = {
  post: PostCardData
  isWide?: boolean
  isFirst?: boolean
  level?: 2 | 3
}

export function PostCard({ post, isWide = false, isFirst = false, level = 2 }: PostCardProps) {
  const locale = useLocale()
  const Heading = `h${level}` as const
  const lang = post.content_locale === locale ? undefined : post.content_locale
  return (
    <article className={isWide ? 'post-card post-card-wide' : 'post-card'}>
      <CoverImage post={post} isFirst={isFirst} />
      <div className="min-w-0">
        <PostFacts post={post} />
        <Heading lang={lang}>
          <Link to={blogPaths.post(post.slug)} className="card-link" dir="auto">
            {post.title}
          </Link>
        </Heading>
        <p className="post-excerpt" dir="auto" lang={lang}>
          {post.excerpt}
        </p>
        {post.tags.length > 0 && (
          <ul className="chips">
            {post.tags.map(({ slug, name }) => (
              <li key={slug} className="chip" dir="auto">
                {name}
              </li>
            ))}
          </ul>
        )}
      </div>
    </article>
  )
}

type Cover = Pick<PostCardData, 'cover_url' | 'cover_alt' | 'cover_width' | 'cover_height'>

/** Cover image with reserved space. The first cover of a page loads before the others. */
export function CoverImage({ post, isFirst = false }: { post: Cover; isFirst?: boolean }) {
  const { cover_url, cover_alt, cover_width, cover_height } = post
  if (!cover_url) return <div className="post-cover post-cover-none" aria-hidden="true" />
  return (
    <img
      className="post-cover"
      src={cover_url}
      alt={cover_alt}
      width={cover_width ?? undefined}
      height={cover_height ?? undefined}
      loading={isFirst ? 'eager' : 'lazy'}
      fetchPriority={isFirst ? 'high' : 'auto'}
    />
  )
}

type Facts = Pick<PostCardData, 'reading_minutes'> & { published_at: string | null }

export function PostFacts({ post, author }: { post: Facts; author?: string }) {
  const t = useTranslate()
  const day = useDateFormat()
  const { published_at, reading_minutes } = post
  return (
    <p className="post-facts">
      {author && <span dir="auto">{`${t('post.by', { author })} · `}</span>}
      {published_at ? <time dateTime={published_at}>{day(published_at)}</time> : t('preview.undated')}
      {' · '}
      <span className="whitespace-nowrap">{t('post.minutes', { count: reading_minutes })}</span>
    </p>
  )
}
