import { useQuery } from '@tanstack/react-query'
import { Spinner } from '../../ui/spinner.tsx'
import { useTranslate } from './messages.ts'
import { SiteEditor } from './site-editor.tsx'
import { siteDefaultsQuery, siteQuery } from './site.queries.ts'

export function SiteArea() {
  const t = useTranslate()
  const { data: edited, isError } = useQuery(siteQuery)
  const { data: defaults, isError: isUnknown } = useQuery(siteDefaultsQuery)
  if (edited && defaults) return <SiteEditor edited={edited} defaults={defaults} />
  if (!isError && !isUnknown) return <Spinner label={t('common.loading')} />
  return (
    <p role="alert" className="text-danger">
      {t('failed')}
    </p>
  )
}
