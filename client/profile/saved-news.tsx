import { useInfiniteQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { SavedPostPage } from '#shared/blog/schema.ts'
import type { PostCard } from '#shared/blog/schema.ts'
import { blogPaths } from '#shared/blog/paths.ts'
import { paths } from '#shared/paths.ts'
import { Link } from '../app/link.tsx'
import { pagesQuery } from '../app/api.ts'
import { LoadedList } from '../app/lists/loaded-list.tsx'
import { useDateFormat } from '../app/format/dates.ts'
import { useTranslate } from './messages.ts'
import { EmptySection } from './section-list.tsx'
import { UnsaveButton } from './unsave-button.tsx'

const savedPostsQuery = pagesQuery(blogPaths.api.saved(), import.meta.env.DEV && SavedPostPage, ['saved', 'posts'])

function Row({ post }: { post: PostCard }) {
  const t = useTranslate()
  const day = useDateFormat()
  return (
    <li className="profile-row !flex flex-wrap items-center gap-x-4 gap-y-2 sm:flex-nowrap">
      {post.cover_url && (
        <img
          src={post.cover_url}
          alt=""
          width={post.cover_width ?? undefined}
          height={post.cover_height ?? undefined}
          loading="lazy"
          className="h-auto w-24 rounded-lg"
        />
      )}
      <div className="min-w-0 flex-1 basis-48">
        <h3 className="font-semibold">
          <Link to={blogPaths.post(post.slug)} className="card-link" dir="auto" lang={post.content_locale}>
            {post.title}
          </Link>
        </h3>
        <p className="mt-1 text-sm text-muted">
          <time dateTime={post.published_at}>{day(post.published_at)}</time>
        </p>
      </div>
      <div className="relative">
        <UnsaveButton
          title={post.title}
          paths={{ save: blogPaths.api.save(post.slug), unsave: blogPaths.api.unsave(post.slug) }}
          texts={{ save: t('news.save'), saved: t('news.saved'), failed: t('news.save_failed') }}
          onToggled={(client, isSaved) => {
            client.setQueryData(['saved_post', post.slug], isSaved)
            void client.invalidateQueries({ queryKey: ['saved', 'posts'], refetchType: 'none' })
          }}
        />
      </div>
    </li>
  )
}

export function SavedPosts() {
  const t = useTranslate()
  const id = useId()
  const list = useInfiniteQuery(savedPostsQuery)
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-xl font-bold">
        {t('news.title')}
      </h2>
      <LoadedList
        list={list}
        loading={t('loading')}
        empty={<EmptySection text={t('news.empty')} link={t('news.link')} to={paths.blog} />}
        className="mt-2"
        renderItem={(post) => <Row key={post.id} post={post} />}
      />
    </section>
  )
}
