import { Link } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { Head } from '../head.tsx'
import { useSay } from '../i18n.tsx'
import { useSite } from '../site.ts'

export function Page() {
  const say = useSay()
  const site = useSite()
  return (
    <main className="frame py-16">
      <Head title={site.name} description={say('library.description')} />
      <h1 className="text-4xl font-bold">{site.name}</h1>
      <Link to={paths.library} className="button mt-8">
        {say('soon.library')}
      </Link>
    </main>
  )
}
