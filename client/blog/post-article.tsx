import type { ReactNode } from 'react'
import type { Post, PostPreview } from '#shared/blog/schema.ts'
import { blogPaths } from '#shared/blog/paths.ts'
import { Link } from '../app/link.tsx'
import { useLocale } from '../app/i18n.tsx'
import { CoverImage, PostFacts } from './post-card.tsx'
import { useTranslate } from './messages.ts'

export function PostArticle({ post, children }: { post: Post | PostPreview; children?: ReactNode }) {
  const t = useTranslate()
  const locale = useLocale()
  const { content_locale } = post
  return (
    <article className="post" lang={content_locale === locale ? undefined : content_locale}>
      <h1 className="text-3xl leading-tight font-bold" dir="auto">
        {post.title}
      </h1>
      <p className="mt-3 text-lg text-pretty text-muted" dir="auto">
        {post.excerpt}
      </p>
      <div className="mt-4 grid gap-3" lang={locale}>
        <PostFacts post={post} author={post.author.name} />
        {content_locale !== locale && <p className="text-sm text-muted">{t(`post.only.${content_locale}`)}</p>}
        {post.tags.length > 0 && (
          <ul className="flex flex-wrap gap-1.5" aria-label={t('blog.topics')}>
            {post.tags.map(({ slug, name }) => (
              <li key={slug}>
                <Link to={blogPaths.blog({ tag: slug })} className="chip min-h-6 hover:text-brand" dir="auto">
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        )}
        {children}
      </div>
      {post.cover_url && (
        <div className="mt-6">
          <CoverImage post={post} isFirst />
        </div>
      )}
      <div className="prose mt-8" dir="auto" dangerouslySetInnerHTML={{ __html: post.body_html }} />
    </article>
  )
}
