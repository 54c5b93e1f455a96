import { Link } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { useSite } from '../app/site.ts'
import { defineMessages } from '../app/i18n.tsx'

const { useTranslate } = defineMessages({
  en: () => import('./soon.messages.en.ts'),
  es: () => import('./soon.messages.es.ts'),
})

export function SoonPage() {
  const t = useTranslate()
  const site = useSite()
  return (
    <main className="frame py-24 text-center">
      <title>{`${t('title')} · ${site.name}`}</title>
      <meta name="robots" content="noindex" />
      <h1 className="text-3xl font-bold">{t('title')}</h1>
      <p className="mx-auto mt-3 max-w-prose text-balance text-muted">{t('text')}</p>
      <p className="mt-8">
        <Link to={paths.library} className="button">
          {t('library')}
        </Link>
      </p>
    </main>
  )
}
