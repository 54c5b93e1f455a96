import type { PostCard } from '#shared/blog.ts'

type Cover = Pick<PostCard, 'cover_url' | 'cover_alt' | 'cover_width' | 'cover_height'>

/** Its place is there before it is. The one at the top of a page comes first. */
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
