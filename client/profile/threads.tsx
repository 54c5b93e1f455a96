import { Link, useSearchParams } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { EmptySection } from './empty-section.tsx'
import { useTranslate } from './messages.ts'

export function Threads() {
  const t = useTranslate()
  const [search] = useSearchParams()
  const isSaved = search.get('of') === 'saved'
  const address = `${paths.profile}?tab=threads`
  return (
    <section>
      <h2 className="text-xl font-bold">{t('threads.title')}</h2>
      <nav aria-label={t('threads.title')} className="mt-4 flex gap-2">
        <Link to={address} className="tab" aria-current={isSaved ? undefined : 'true'}>
          {t('threads.publications')}
        </Link>
        <Link to={`${address}&of=saved`} className="tab" aria-current={isSaved ? 'true' : undefined}>
          {t('threads.saved')}
        </Link>
      </nav>
      <EmptySection
        text={isSaved ? t('threads.empty_saved') : t('threads.empty_publications')}
        link={t('threads.link')}
        to={paths.forum}
      />
    </section>
  )
}
