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
    <article className={`card post-card ${isWide ? 'post-card-wide' : ''}`}>
      <CoverImage post={post} isFirst={isFirst} />
      <div className={`flex flex-1 flex-col gap-2 p-4 sm:p-5 ${isWide ? 'justify-center lg:p-8' : ''}`}>
        <Heading className={`leading-snug font-bold ${isWide ? 'text-2xl' : 'text-lg'}`} lang={lang}>
          <Link to={blogPaths.post(post.slug)} className="card-link" dir="auto">
            {post.title}
          </Link>
        </Heading>
        <p className={`text-pretty text-muted ${isWide ? 'text-lg' : 'flex-1'}`} dir="auto" lang={lang}>
          {post.excerpt}
        </p>
        <PostFacts post={post} />
        {post.tags.length > 0 && (
          <ul className="flex flex-wrap gap-1.5">
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
  if (!cover_url) return <div className="post-cover post-cover-none" />
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
    <p className="text-sm text-muted">
      {author && <span dir="auto">{`${t('post.by', { author })} · `}</span>}
      {published_at ? <time dateTime={published_at}>{day(published_at)}</time> : t('preview.undated')}
      {' · '}
      <span className="whitespace-nowrap">{t('post.minutes', { count: reading_minutes })}</span>
    </p>
  )
}
