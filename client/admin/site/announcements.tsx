import * as z from 'zod/mini'
import { adminSitePaths } from '#shared/admin/site-paths.ts'
import { AdminAnnouncement, ListedAnnouncement } from '#shared/site/announcements.ts'
import type { AnnouncementState } from '#shared/site/announcements.ts'
import { apiQuery } from '../../app/api.ts'
import { useDateTimeFormat } from '../../app/format/dates.ts'
import { useLocale } from '../../app/i18n.tsx'
import { EntityArea } from '../entity-area.tsx'
import type { Entity } from '../entity-editor.tsx'
import { useTranslate } from './messages.ts'

const { api } = adminSitePaths
const announcementsQuery = apiQuery(api.announcements, import.meta.env.DEV && z.array(ListedAnnouncement))

const hourMs = 3_600_000
/** Next full hour, or the same hour after some days, as ISO time. */
const hourInDays = (days: number) => new Date((Math.ceil(Date.now() / hourMs) + days * 24) * hourMs).toISOString()

function useAnnouncements(): Entity<AdminAnnouncement, AnnouncementState, ListedAnnouncement> {
  const t = useTranslate()
  const locale = useLocale()
  const moment = useDateTimeFormat()
  return {
    kind: 'announcement',
    schema: import.meta.env.DEV && AdminAnnouncement,
    api: { list: api.announcements, item: api.announcement },
    pages: { list: adminSitePaths.announcements, item: adminSitePaths.announcement },
    keys: [announcementsQuery.queryKey],
    fields: [
      { path: 'texts.*', kind: 'line', label: t('announcement.text'), hint: t('announcement.text_hint') },
      { path: 'from_at', kind: 'moment', label: t('announcement.from_at'), initial: hourInDays(0), isHalf: true },
      { path: 'until_at', kind: 'moment', label: t('announcement.until_at'), initial: hourInDays(7), isHalf: true },
      { path: 'link', kind: 'slug', label: t('announcement.link'), hint: t('announcement.link_hint') },
    ],
    removal: { note: t('content.remove_note') },
    listing: {
      query: announcementsQuery,
      note: t('announcements.note'),
      label: t('tabs.announcements'),
      add: t('announcements.add'),
      empty: t('announcements.empty'),
      row: ({ texts, state, from_at, until_at }) => ({
        name: texts[locale] || texts.en || texts.es,
        state: t(`announcements.states.${state}`),
        notes: [t('announcements.period', { from: moment(from_at), until: moment(until_at) })],
      }),
    },
  }
}

export const AnnouncementArea = ({ part }: { part: string }) => <EntityArea entity={useAnnouncements()} part={part} />
