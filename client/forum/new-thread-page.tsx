import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { forumPaths } from '#shared/forum/paths.ts'
import { paths, withQuery } from '#shared/paths.ts'
import { Link } from '../app/link.tsx'
import { LoadErrorNote } from '../app/load-error.tsx'
import { Head } from '../app/head.tsx'
import { island } from '../app/island.tsx'
import type { Loader } from '../app/page-module.ts'
import { useAddressQuery } from '../app/page-query.ts'
import { useViewer } from '../app/session/viewer.ts'
import { Spinner } from '../ui/spinner.tsx'
import { sectionsQuery } from './forum.queries.ts'
import { useTranslate } from './new-thread/messages.ts'

export const load: Loader = ({ query }) => query(sectionsQuery())

function LogIn() {
  const t = useTranslate()
  const { is_known } = useViewer()
  const { pathname, search } = useLocation()
  return (
    <section className={`card mt-6 text-center ${is_known ? '' : 'for-visitors'}`} aria-labelledby="log-in">
      <h2 id="log-in" className="text-lg font-bold">
        {t('new_thread.log_in')}
      </h2>
      <p className="mx-auto mt-2 max-w-prose text-muted">{t('new_thread.log_in_note')}</p>
      <p className="mt-4">
        <Link to={withQuery(paths.login, { next: is_known ? pathname + search : pathname })} className="button">
          {t('dialog.log_in')}
        </Link>
      </p>
    </section>
  )
}

function Loading() {
  const t = useTranslate()
  return <Spinner label={t('common.loading')} className="mt-6" />
}
const Broken = () => <LoadErrorNote />
const ComposeThread = island(async () => (await import('./new-thread/compose-thread.tsx')).ComposeThread, {
  pending: <Loading />,
  Failed: Broken,
})

export function NewThreadPage() {
  const t = useTranslate()
  const { is_signed_in } = useViewer()
  const search = useAddressQuery()
  const edited = search.get('edit')
  // True once the form was shown. The text stays if the user signs out in another tab.
  const [isOpen, setOpen] = useState(false)
  if (is_signed_in && !isOpen) setOpen(true)
  const title = t(edited === null ? 'new_thread.title' : 'new_thread.edit_title')
  return (
    <main className="frame max-w-(--frame-text) py-7">
      <Head title={title} description={t('new_thread.description')} />
      <meta name="robots" content="noindex" />
      <Link
        to={forumPaths.forum()}
        className="-mt-3 flex min-h-11 w-fit items-center gap-1.5 text-sm text-text no-underline hover:underline"
      >
        <ArrowLeft className="size-4" aria-hidden="true" /> {t('new_thread.back')}
      </Link>
      <h1 className="mt-1 text-3xl font-bold">{title}</h1>
      <p className="without-script mt-4">{t('new_thread.without_script')}</p>
      <div className="flow-root min-h-dvh">
        {isOpen ? <ComposeThread edited={edited} section={search.get('section') ?? ''} logIn={<LogIn />} /> : <LogIn />}
      </div>
    </main>
  )
}
