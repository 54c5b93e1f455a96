import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { adminSitePaths } from '#shared/admin/site-paths.ts'
import { AdminAnnouncement, ListedAnnouncement } from '#shared/site/announcements.ts'
import type { AnnouncementState } from '#shared/site/announcements.ts'
import { locales } from '#shared/locale.ts'
import { apiQuery } from '../../app/api.ts'
import { useDateTimeFormat } from '../../app/format/dates.ts'
import { useLocale } from '../../app/i18n.tsx'
import { Field } from '../../ui/field.tsx'
import type { ItemWithEtag } from '../item-with-etag.ts'
import { EntityForm } from '../editor-form.tsx'
import { EntityPages, useEntityEditor } from '../entity.tsx'
import type { EntityConfig } from '../entity.tsx'
import { CardList } from '../list.tsx'
import { localTimeOf, isoTimeOf, timeZone } from '../local-time.ts'
import { useFlashMessage } from '../use-flash-message.ts'
import { useTranslate } from './messages.ts'

const { api, announcement: pageOf } = adminSitePaths
const announcementsQuery = apiQuery(api.announcements, import.meta.env.DEV && z.array(ListedAnnouncement))
const config: EntityConfig<AdminAnnouncement, AnnouncementState> = {
  kind: 'announcement',
  schema: import.meta.env.DEV && AdminAnnouncement,
  api: { list: api.announcements, item: api.announcement },
  pages: { list: adminSitePaths.announcements, item: pageOf },
  keys: [announcementsQuery.queryKey],
  draftOf: ({ from_at, until_at, link, texts }) => ({ from_at, until_at, link, texts }),
}

const dayMs = 86_400_000
/** Draft of an announcement from the next full hour on, for a week. */
function emptyDraft(): AnnouncementState {
  const from = Math.ceil(Date.now() / 3_600_000) * 3_600_000
  const [from_at, until_at] = [from, from + 7 * dayMs].map((at) => new Date(at).toISOString())
  return { from_at: from_at ?? '', until_at: until_at ?? '', link: '', texts: { en: '', es: '' } }
}

function AnnouncementEditor({ edited }: { edited: ItemWithEtag<AdminAnnouncement> | null }) {
  const t = useTranslate()
  const [empty] = useState(emptyDraft)
  const editor = useEntityEditor(config, { edited, empty, textOf: () => t('announcement.saved') })
  const { draft, set, errorOf } = editor
  const labelOf = (path: string) => {
    const name = path.replace('texts.', 'text_') as keyof Omit<AdminAnnouncement, 'id' | 'texts'>
    return t(`announcement.${name}`)
  }
  return (
    <EntityForm
      editor={editor}
      back={t('announcement.back')}
      labelOf={labelOf}
      removal={{
        label: t('announcement.remove'),
        title: t('announcement.remove_title'),
        action: t('announcement.remove'),
        note: <p>{t('announcement.remove_note')}</p>,
      }}
      className="mt-6 grid max-w-3xl gap-5"
    >
      <div className="grid items-start gap-5 md:grid-cols-2">
        {locales.map((one) => (
          <Field
            key={one}
            label={labelOf(`texts.${one}`)}
            lang={one}
            value={draft.texts[one]}
            hint={t('announcement.text_hint')}
            error={errorOf(`texts.${one}`)}
            onChange={({ target }) => set({ texts: { ...draft.texts, [one]: target.value } })}
          />
        ))}
        {(['from_at', 'until_at'] as const).map((name) => (
          <Field
            key={name}
            type="datetime-local"
            label={labelOf(name)}
            value={localTimeOf(draft[name])}
            hint={t('announcement.zone', { zone: timeZone() })}
            error={errorOf(name)}
            onChange={({ target }) => {
              const moment = isoTimeOf(target.value)
              if (moment) set({ [name]: moment })
            }}
          />
        ))}
      </div>
      <Field
        label={labelOf('link')}
        value={draft.link}
        spellCheck={false}
        autoCapitalize="none"
        hint={t('announcement.link_hint')}
        error={errorOf('link')}
        onChange={({ target }) => set({ link: target.value })}
      />
    </EntityForm>
  )
}

function AnnouncementList() {
  const t = useTranslate()
  const locale = useLocale()
  const moment = useDateTimeFormat()
  const { notice } = useFlashMessage(() => t('announcement.removed'))
  const { data: rows, isError } = useQuery(announcementsQuery)
  return (
    <CardList
      note={t('announcements.note')}
      add={{ to: pageOf('new'), label: t('announcements.add') }}
      label={t('announcements.results')}
      failed={t('announcements.failed')}
      empty={t('announcements.empty')}
      card={(row) => ({
        to: pageOf(row.id),
        name: row.texts[locale] || row.texts.en || row.texts.es,
        state: t(`announcements.states.${row.state}`),
        note: t('announcements.period', { from: moment(row.from_at), until: moment(row.until_at) }),
      })}
      {...{ rows, isError, notice }}
    />
  )
}

export function Announcements({ part }: { part: string }) {
  const t = useTranslate()
  return (
    <EntityPages
      config={config}
      part={part}
      texts={{ gone: t('announcement.gone'), back: t('announcement.back') }}
      list={<AnnouncementList />}
      Editor={AnnouncementEditor}
    />
  )
}
