import { paths } from '#shared/paths.ts'
import { EmptySection } from './empty-section.tsx'
import { useTranslate } from './messages.ts'

export function SavedNews() {
  const t = useTranslate()
  return (
    <section>
      <h2 className="text-xl font-bold">{t('news.title')}</h2>
      <EmptySection text={t('news.empty')} link={t('news.link')} to={paths.blog} />
    </section>
  )
}
