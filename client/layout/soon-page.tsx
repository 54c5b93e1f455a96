import { Link } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { useSay } from '../i18n.tsx'
import { useSite } from '../site.ts'

/** Stands where a page is still being built, so that no link leads nowhere. */
export function Page() {
  const say = useSay()
  const site = useSite()
  return (
    <main className="frame py-24 text-center">
      <title>{`${say('soon.title')} · ${site.name}`}</title>
      <meta name="robots" content="noindex" />
      <h1 className="text-3xl font-bold">{say('soon.title')}</h1>
      <p className="mx-auto mt-3 max-w-prose text-muted">{say('soon.text')}</p>
      <p className="mt-8">
        <Link to={paths.library} className="button">
          {say('soon.library')}
        </Link>
      </p>
    </main>
  )
}
