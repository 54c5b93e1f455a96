import { Languages, Share2 } from 'lucide-react'
import type { Post } from '#shared/blog.ts'
import { blogPaths } from '#shared/blog-paths.ts'
import { useLocale } from '../app/i18n.tsx'
import { useTranslate } from './messages.ts'
import { SavePost } from './save-post.tsx'
import { useShare } from './use-share.ts'

export function PostActions({ post }: { post: Post }) {
  const t = useTranslate()
  const locale = useLocale()
  const { notice, share } = useShare()
  const path = blogPaths.post(post.slug)
  const others = post.locales.filter((written) => written !== locale && written !== post.content_locale)
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="needs-script contents">
        <SavePost slug={post.slug} />
        <button type="button" className="button button-quiet" onClick={() => void share(post.title, path)}>
          <Share2 className="size-4" aria-hidden="true" />
          {t('post.share')}
        </button>
      </span>
      {others.map((other) => (
        <a key={other} href={`${path}?lang=${other}`} hrefLang={other} rel="alternate" className="button button-quiet">
          <Languages className="size-4" aria-hidden="true" />
          {t(`post.read_in.${other}`)}
        </a>
      ))}
      {notice}
    </div>
  )
}
