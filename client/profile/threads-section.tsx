import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { MyThreadPage, SavedThreadPage } from '#shared/forum/schema.ts'
import type { MyThreadCard, ThreadCard } from '#shared/forum/schema.ts'
import { forumPaths } from '#shared/forum/paths.ts'
import { paths, withQuery } from '#shared/paths.ts'
import { Link } from '../app/link.tsx'
import { pagesQuery } from '../app/api.ts'
import { LoadedList } from '../app/lists/loaded-list.tsx'
import type { LoadedListProps } from '../app/lists/loaded-list.tsx'
import { ShortTime } from '../app/format/date-time.tsx'
import { UnreadLink } from '../app/unread-link.tsx'
import { TeamBadge } from '../app/team-badge.tsx'
import { useTranslate } from './messages.ts'
import { EmptySection } from './section-list.tsx'
import { UnsaveButton } from './unsave-button.tsx'

const myThreadsQuery = pagesQuery(forumPaths.api.myThreads(), import.meta.env.DEV && MyThreadPage)
const savedThreadsQuery = pagesQuery(forumPaths.api.savedThreads(), import.meta.env.DEV && SavedThreadPage)

/** Refetched on mount, since other pages change the lists. */
const refetched = { staleTime: 0 }

const chips = { pending: 'bg-warning', published: '', rejected: 'bg-warning', hidden: 'bg-warning' }

function Unread({ thread }: { thread: ThreadCard }) {
  const t = useTranslate()
  return <UnreadLink thread={thread} label={(params) => t('threads.unread', params)} />
}

function MyThreadRow({ thread }: { thread: MyThreadCard }) {
  const t = useTranslate()
  const { meta_slug, status, section, created_at, comment_count, likes, moderation_note } = thread
  const state = thread.is_hidden ? 'hidden' : status
  return (
    <>
      <p className="profile-facts">
        <span className={`chip ${chips[state]}`}>{t(`threads.statuses.${state}`)}</span>
        <span dir="auto">{section.name}</span>
        <ShortTime at={created_at} />
        {status === 'published' && (
          <>
            {comment_count > 0 && <span>{t('threads.comments', { count: comment_count })}</span>}
            {likes > 0 && <span>{t('threads.likes', { count: likes })}</span>}
            <Unread thread={thread} />
          </>
        )}
      </p>
      {moderation_note && (
        <div className="mt-3 rounded-lg bg-warning p-3">
          <p className="text-sm font-semibold">{t('threads.note')}</p>
          <p className="whitespace-pre-wrap" dir="auto">
            {moderation_note}
          </p>
        </div>
      )}
      {thread.can_edit && (
        <p className="profile-action max-sm:mt-2">
          <Link to={withQuery(forumPaths.newThread, { edit: meta_slug })} className="button button-quiet">
            {t(status === 'rejected' ? 'threads.mend' : 'threads.edit')}
            <span className="sr-only">: {thread.title}</span>
          </Link>
        </p>
      )}
    </>
  )
}

function SavedThreadRow({ thread }: { thread: ThreadCard }) {
  const t = useTranslate()
  const { meta_slug, title, excerpt, section, author, last_activity_at } = thread
  return (
    <>
      <p className="line-clamp-1 text-sm text-muted" dir="auto">
        {excerpt}
      </p>
      <p className="profile-facts">
        <span className="inline-flex min-w-0 items-center gap-x-1.5">
          <bdi className="font-medium">{author?.username ?? t('threads.deleted_user')}</bdi>
          {author?.is_team && <TeamBadge />}
        </span>
        <span dir="auto">{section.name}</span>
        <Unread thread={thread} />
        <span className="sr-only">{t('threads.last_activity')}</span>
        <ShortTime at={last_activity_at} />
      </p>
      <p className="profile-action max-sm:mt-2">
        <UnsaveButton
          title={title}
          paths={{ save: forumPaths.api.threadSave(meta_slug), unsave: forumPaths.api.threadUnsave(meta_slug) }}
          texts={{ save: t('threads.save'), saved: t('threads.unsave'), failed: t('threads.save_failed') }}
          onToggled={(client) => void client.invalidateQueries({ queryKey: [forumPaths.api.thread(meta_slug)] })}
        />
      </p>
    </>
  )
}

type ThreadsProps<Thread> = {
  list: LoadedListProps<Thread>['list']
  empty: string
  renderRow: (thread: Thread) => ReactNode
}

function Threads<Thread extends ThreadCard>({ list, empty, renderRow }: ThreadsProps<Thread>) {
  const t = useTranslate()
  return (
    <LoadedList
      list={list}
      loading={t('loading')}
      empty={<EmptySection text={empty} link={t('threads.link')} to={paths.forum} />}
      className="mt-2"
      renderItem={(thread) => (
        <li key={thread.id} className="profile-row">
          <h3>
            <Link
              to={forumPaths.thread(thread.meta_slug)}
              className="text-text hover:underline"
              dir="auto"
              lang={thread.language}
            >
              {thread.title}
            </Link>
          </h3>
          {renderRow(thread)}
        </li>
      )}
    />
  )
}

function Publications() {
  const t = useTranslate()
  const list = useInfiniteQuery({ ...myThreadsQuery, ...refetched })
  return (
    <Threads
      list={list}
      empty={t('threads.empty_publications')}
      renderRow={(thread) => <MyThreadRow thread={thread} />}
    />
  )
}

function SavedThreads() {
  const t = useTranslate()
  const list = useInfiniteQuery({ ...savedThreadsQuery, ...refetched })
  return (
    <Threads list={list} empty={t('threads.empty_saved')} renderRow={(thread) => <SavedThreadRow thread={thread} />} />
  )
}

export function ThreadsSection() {
  const t = useTranslate()
  const [search] = useSearchParams()
  const isSaved = search.get('of') === 'saved'
  const address = `${paths.profile}?tab=threads`
  return (
    <section>
      <h2 className="text-xl font-bold">{t('threads.title')}</h2>
      <nav aria-label={t('threads.title')} className="mt-2 flex flex-wrap gap-5 border-b border-line text-sm">
        <Link to={address} className="tab" aria-current={isSaved ? undefined : 'true'}>
          {t('threads.publications')}
        </Link>
        <Link to={`${address}&of=saved`} className="tab" aria-current={isSaved ? 'true' : undefined}>
          {t('threads.saved')}
        </Link>
      </nav>
      {isSaved ? <SavedThreads /> : <Publications />}
    </section>
  )
}
