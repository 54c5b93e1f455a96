import { useLocation } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { useSite } from '../app/site.ts'
import { useTranslate } from '../app/i18n.tsx'
import { WayBack } from './way-back.tsx'

export function NotFoundPage() {
  const t = useTranslate()
  const site = useSite()
  const { pathname } = useLocation()
  const isPrompt = pathname.startsWith(paths.prompt(''))
  return (
    <main className="frame py-24 text-center" data-without-feed>
      <title>{`${t(isPrompt ? 'not_found.prompt' : 'not_found.title')} · ${site.name}`}</title>
      <meta name="robots" content="noindex" />
      <p className="font-heading text-6xl font-bold text-brand">{t('not_found.code')}</p>
      <h1 className="mt-4 text-3xl font-bold">{t(isPrompt ? 'not_found.prompt' : 'not_found.text')}</h1>
      <p className="mt-2 break-all text-muted">
        <code>{pathname}</code>
      </p>
      <p className="mt-6">
        <WayBack className="button" />
      </p>
    </main>
  )
}
