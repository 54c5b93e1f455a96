import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { adminSitePaths } from '#shared/admin-site-paths.ts'
import type { AdminAnnouncement } from '#shared/announcements.ts'
import { useDateTimeFormat } from '../../app/dates.ts'
import { useLocale } from '../../app/i18n.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useSaid } from '../use-said.ts'
import { useTranslate } from './messages.ts'
import { announcementsQuery } from './site.queries.ts'

function useStateText() {
  const t = useTranslate()
  return ({ from_at, until_at }: AdminAnnouncement) => {
    const now = new Date().toISOString()
    const state = until_at <= now ? 'over' : from_at > now ? 'waiting' : 'running'
    return t(`announcements.states.${state}`)
  }
}

export function AnnouncementList() {
  const t = useTranslate()
  const locale = useLocale()
  const moment = useDateTimeFormat()
  const stateText = useStateText()
  const { notice } = useSaid(() => t('announcement.removed'))
  const { data, isError } = useQuery(announcementsQuery)
  return (
    <>
      <p className="max-w-prose text-muted">{t('announcements.note')}</p>
      <p className="mt-4">
        <Link to={adminSitePaths.announcement('new')} className="button">
          {t('announcements.add')}
        </Link>
      </p>
      {isError && !data && (
        <p role="alert" className="mt-6 text-danger">
          {t('announcements.failed')}
        </p>
      )}
      {!data && !isError && <Spinner label={t('common.loading')} className="mt-6" />}
      {data?.length === 0 && <p className="card mt-6 py-10 text-center text-muted">{t('announcements.empty')}</p>}
      <ul
        aria-label={t('announcements.results')}
        hidden={!data || data.length === 0}
        className="mt-6 grid max-w-3xl gap-3"
      >
        {data?.map((announcement) => (
          <li key={announcement.id} className="card relative p-4">
            <Link
              to={adminSitePaths.announcement(announcement.id)}
              className="font-semibold wrap-anywhere after:absolute after:inset-0 hover:text-brand"
              dir="auto"
            >
              {announcement.texts[locale] || announcement.texts.en || announcement.texts.es}
            </Link>
            <p className="mt-1 text-sm text-muted">
              <span className="font-semibold text-text">{stateText(announcement)}</span>
              {' · '}
              {t('announcements.period', { from: moment(announcement.from_at), until: moment(announcement.until_at) })}
            </p>
          </li>
        ))}
      </ul>
      {notice}
    </>
  )
}
