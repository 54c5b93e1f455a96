import { Link } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { useSite } from '../app/site.ts'
import { useTranslate } from '../app/i18n.tsx'

export function SoonPage() {
  const t = useTranslate()
  const site = useSite()
  return (
    <main className="frame py-24 text-center">
      <title>{`${t('coming_soon.title')} · ${site.name}`}</title>
      <meta name="robots" content="noindex" />
      <h1 className="text-3xl font-bold">{t('coming_soon.title')}</h1>
      <p className="mx-auto mt-3 max-w-prose text-balance text-muted">{t('coming_soon.text')}</p>
      <p className="mt-8">
        <Link to={paths.library} className="button">
          {t('coming_soon.library')}
        </Link>
      </p>
    </main>
  )
}
