import { useQuery } from '@tanstack/react-query'
import type { PostPreview } from '#shared/blog/schema.ts'
import { blogPaths } from '#shared/blog/paths.ts'
import { paths } from '#shared/paths.ts'
import { Link } from '../app/link.tsx'
import { ApiProblem } from '../app/api.ts'
import { useDateTimeFormat } from '../app/format/dates.ts'
import { UnlistedHead } from '../app/head.tsx'
import { useViewer } from '../app/session/viewer.ts'
import { Spinner } from '../ui/spinner.tsx'
import { useParam } from '../ui/use-param.ts'
import { postPreviewQuery } from './blog.queries.ts'
import { useTranslate } from './messages.ts'
import { PostArticle } from './post-article.tsx'

function State({ post: { status, published_at } }: { post: PostPreview }) {
  const t = useTranslate()
  const moment = useDateTimeFormat()
  const date = published_at ? moment(published_at) : t('preview.undated')
  return <p className="rounded-lg bg-warning px-4 py-3 font-medium">{t(`preview.${status}`, { date })}</p>
}

function AdminsOnly({ next }: { next: string }) {
  const t = useTranslate()
  const { is_signed_in } = useViewer()
  return (
    <div className="mt-6">
      <p className="text-muted">{t('preview.admins_only')}</p>
      {!is_signed_in && (
        <Link to={`${paths.login}?next=${encodeURIComponent(next)}`} className="button mt-4">
          {t('dialog.log_in')}
        </Link>
      )}
    </div>
  )
}

const isRefusal = (error: Error | null) => error instanceof ApiProblem && [401, 403].includes(error.status)

/** Preview of a draft. It is rendered in the browser, since the API needs the user's token. */
export function PreviewPage() {
  const t = useTranslate()
  const slug = useParam('slug')
  const { is_known, is_signed_in } = useViewer()
  const { data: post, error } = useQuery({ ...postPreviewQuery(slug), enabled: is_signed_in })
  const isRefused = is_known && (!is_signed_in || isRefusal(error))
  if (error && !post && !isRefused) throw error
  return (
    <main className="frame py-8">
      <UnlistedHead title={t('preview.title')} />
      {post && !isRefused ? (
        <PostArticle post={post}>
          <State post={post} />
        </PostArticle>
      ) : (
        <>
          <h1 className="text-3xl font-bold">{t('preview.title')}</h1>
          {isRefused ? (
            <AdminsOnly next={blogPaths.preview(slug)} />
          ) : (
            <Spinner label={t('common.loading')} className="mt-6 min-h-dvh" />
          )}
        </>
      )}
    </main>
  )
}
