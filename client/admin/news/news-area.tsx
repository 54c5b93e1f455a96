import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'react-router-dom'
import { adminNewsPaths } from '#shared/admin-news-paths.ts'
import { ApiProblem } from '../../app/api.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { useTranslate } from './messages.ts'
import { postQuery, postTagQuery } from './news.queries.ts'
import { PostEditor } from './post-editor.tsx'
import { PostList } from './post-list.tsx'
import { TagEditor } from './tag-editor.tsx'
import { TagList } from './tag-list.tsx'

/** In place of an editor: its item is on its way, or is not to be had. */
function Unread({ error, part }: { error: unknown; part: 'post' | 'tag' }) {
  const t = useTranslate()
  if (!error) return <Spinner label={t('common.loading')} />
  const isGone = error instanceof ApiProblem && [400, 404].includes(error.status)
  const texts = {
    post: ['post.gone', 'post.failed', 'post.back'],
    tag: ['tags.not_there', 'tags.failed', 'tags.back'],
  } as const
  const [gone, failed, back] = texts[part]
  return (
    <div className="card grid gap-4 p-6">
      <p role="alert">{t(isGone ? gone : failed)}</p>
      <p>
        <Link to={part === 'post' ? adminNewsPaths.news() : adminNewsPaths.tags} className="button button-quiet">
          {t(back)}
        </Link>
      </p>
    </div>
  )
}

function StoredPost({ id }: { id: string }) {
  const { data, error } = useQuery(postQuery(id))
  return data ? <PostEditor edited={data} /> : <Unread error={error} part="post" />
}

function StoredTag({ id }: { id: string }) {
  const { data, error } = useQuery(postTagQuery(id))
  return data ? <TagEditor edited={data} /> : <Unread error={error} part="tag" />
}

const tabs = [
  { name: 'posts', path: adminNewsPaths.news() },
  { name: 'tags', path: adminNewsPaths.tags },
] as const

function Lists({ current }: { current: (typeof tabs)[number]['name'] }) {
  const t = useTranslate()
  return (
    <>
      <nav aria-label={t('tabs.label')} className="mb-6">
        <ul className="flex flex-wrap gap-2">
          {tabs.map(({ name, path }) => (
            <li key={name}>
              <Link to={path} className="tab" aria-current={name === current ? 'page' : undefined}>
                {t(`tabs.${name}`)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {current === 'posts' ? <PostList /> : <TagList />}
    </>
  )
}

export function NewsArea() {
  const { pathname } = useLocation()
  const [first = '', second = ''] = pathname.slice(adminNewsPaths.news().length + 1).split('/')
  if (first === 'tags') {
    if (second === '') return <Lists current="tags" />
    return second === 'new' ? <TagEditor key="new" edited={null} /> : <StoredTag key={second} id={second} />
  }
  if (first === '') return <Lists current="posts" />
  return first === 'new' ? <PostEditor key="new" edited={null} /> : <StoredPost key={first} id={first} />
}
