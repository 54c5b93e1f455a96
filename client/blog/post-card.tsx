import { Link } from 'react-router-dom'
import type { PostCard as PostCardData } from '#shared/blog.ts'
import { blogPaths } from '#shared/blog-paths.ts'
import { useLocale } from '../app/i18n.tsx'
import { CoverImage } from './cover-image.tsx'
import { PostFacts } from './post-facts.tsx'

type PostCardProps = {
  post: PostCardData
  /** Beside its cover where there is room. */
  isWide?: boolean
  isFirst?: boolean
  /** Below the heading that it stands under. */
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
