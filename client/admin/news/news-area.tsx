import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'react-router-dom'
import { adminNewsPaths } from '#shared/admin-news-paths.ts'
import { ApiProblem } from '../../app/api.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { useTranslate } from './messages.ts'
import { postQuery } from './news.queries.ts'
import { PostEditor } from './post-editor.tsx'
import { PostList } from './post-list.tsx'

function StoredPost({ id }: { id: string }) {
  const t = useTranslate()
  const { data, error } = useQuery(postQuery(id))
  if (data) return <PostEditor edited={data} />
  if (!error) return <Spinner label={t('common.loading')} />
  const isGone = error instanceof ApiProblem && [400, 404].includes(error.status)
  return (
    <div className="card grid gap-4 p-6">
      <p role="alert">{t(isGone ? 'post.gone' : 'post.failed')}</p>
      <p>
        <Link to={adminNewsPaths.news()} className="button button-quiet">
          {t('post.back')}
        </Link>
      </p>
    </div>
  )
}

export function NewsArea() {
  const { pathname } = useLocation()
  const part = pathname.slice(adminNewsPaths.news().length).replaceAll('/', '')
  if (part === '') return <PostList />
  return part === 'new' ? <PostEditor edited={null} /> : <StoredPost id={part} />
}
