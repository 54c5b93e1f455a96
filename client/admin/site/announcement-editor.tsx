import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { adminSitePaths } from '#shared/admin-site-paths.ts'
import { AdminAnnouncement } from '#shared/announcements.ts'
import type { AnnouncementState } from '#shared/announcements.ts'
import { locales } from '#shared/locale.ts'
import { Field } from '../../ui/field.tsx'
import type { Edited } from '../edited.ts'
import { EditorForm } from '../editor-form.tsx'
import { localTimeOf, momentOf, timeZone } from '../local-time.ts'
import { useEditor } from '../use-editor.ts'
import { useSaid } from '../use-said.ts'
import { AnnouncementRemoval } from './announcement-removal.tsx'
import { useTranslate } from './messages.ts'
import { announcementsQuery } from './site.queries.ts'

const draftOf = ({ from_at, until_at, link, texts }: AdminAnnouncement): AnnouncementState => ({
  from_at,
  until_at,
  link,
  texts,
})
const dayMs = 86_400_000

/** From the next full hour on, for a week. */
function emptyDraft(): AnnouncementState {
  const from = Math.ceil(Date.now() / 3_600_000) * 3_600_000
  const [from_at, until_at] = [from, from + 7 * dayMs].map((at) => new Date(at).toISOString())
  return { from_at: from_at ?? '', until_at: until_at ?? '', link: '', texts: { en: '', es: '' } }
}

function useAnnouncementEditor(edited: Edited<AdminAnnouncement> | null, onSaved: () => void) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [empty] = useState(emptyDraft)
  return useEditor({
    path: edited ? adminSitePaths.api.announcement(edited.item.id) : adminSitePaths.api.announcements,
    schema: import.meta.env.DEV && AdminAnnouncement,
    edited,
    draftOf,
    empty,
    onSaved: ({ item }) => {
      void client.invalidateQueries({ queryKey: announcementsQuery.queryKey })
      if (edited) onSaved()
      else void navigate(adminSitePaths.announcement(item.id), { replace: true, state: { said: 'saved' } })
    },
  })
}

export function AnnouncementEditor({ edited }: { edited: Edited<AdminAnnouncement> | null }) {
  const t = useTranslate()
  const { notice, show } = useSaid(() => t('announcement.saved'))
  const editor = useAnnouncementEditor(edited, () => show(t('announcement.saved')))
  const { draft, set, errorOf } = editor
  const item = edited?.item
  const labelOf = (way: string) => {
    const name = way.replace('texts.', 'text_') as keyof Omit<AdminAnnouncement, 'id' | 'texts'>
    return t(`announcement.${name}`)
  }
  return (
    <>
      <Link to={adminSitePaths.announcements} className="text-brand underline">
        {t('announcement.back')}
      </Link>
      <EditorForm
        editor={editor}
        kind="announcement"
        item={item}
        draftOf={draftOf}
        labelOf={labelOf}
        removal={item && <AnnouncementRemoval id={item.id} etag={editor.etag} onRemoved={editor.discard} />}
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
                const moment = momentOf(target.value)
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
      </EditorForm>
      {notice}
    </>
  )
}
