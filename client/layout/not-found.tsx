import { Link, useLocation } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { useSay } from '../i18n.tsx'
import { useSite } from '../site.ts'

export function NotFoundPage() {
  const say = useSay()
  const site = useSite()
  const { pathname } = useLocation()
  const isPrompt = pathname.startsWith(paths.prompt(''))
  return (
    <main className="frame py-24 text-center" data-feedless>
      <title>{`${say(isPrompt ? 'prompt.not_found' : 'not_found.title')} · ${site.name}`}</title>
      <meta name="robots" content="noindex" />
      <p className="text-6xl font-bold text-brand">{say('not_found.code')}</p>
      <h1 className="mt-4 text-2xl font-bold">{say(isPrompt ? 'prompt.not_found' : 'not_found.text')}</h1>
      <p className="mt-2 break-all text-muted">
        <code>{pathname}</code>
      </p>
      <p className="mt-6">
        <Link to={paths.library} className="button">
          {say('library.back')}
        </Link>
      </p>
    </main>
  )
}
