import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { notificationPaths } from '#shared/forum/notification-paths.ts'
import { NotificationSettings as Settings } from '#shared/forum/notifications.ts'
import { send } from '../app/api.ts'
import { SelectField } from '../ui/field.tsx'
import { useTranslate } from './messages.ts'
import { notificationSettingsQuery } from './profile.queries.ts'
import { LoadState, Setting } from './section-list.tsx'

const kinds = ['activity_mail', 'moderation_mail'] as const
type Kind = (typeof kinds)[number]
const frequencies = ['at_once', 'daily', 'none'] as const
type Frequency = (typeof frequencies)[number]

/** Settings that change before the response, and are reset on failure. */
function useSettings() {
  const t = useTranslate()
  const client = useQueryClient()
  const query = useQuery(notificationSettingsQuery)
  const [message, setMessage] = useState({ text: '', isProblem: false })
  const change = async (kind: Kind, frequency: Frequency) => {
    const { queryKey } = notificationSettingsQuery
    const former = client.getQueryData(queryKey)
    if (!former) return
    setMessage({ text: '', isProblem: false })
    client.setQueryData(queryKey, { ...former, [kind]: frequency })
    try {
      const schema = import.meta.env.DEV && Settings
      const body = { [kind]: frequency }
      client.setQueryData(queryKey, await send(client, 'PATCH', notificationPaths.api.settings, { body, schema }))
      setMessage({ text: t('me.saved'), isProblem: false })
    } catch {
      client.setQueryData(queryKey, (current) => current && { ...current, [kind]: former[kind] })
      setMessage({ text: t('notifications.wrong'), isProblem: true })
    }
  }
  return { query, message, change }
}

const intentions = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/** Scrolls to the section, to which mails link, until the user scrolls: the parts above load later and move it. */
function useInView() {
  const section = useRef<HTMLElement>(null)
  const address = useLocation()
  useEffect(() => {
    const settings = section.current?.parentElement
    if (address.hash !== '#notifications' || !settings) return
    const observer = new ResizeObserver(() => section.current?.scrollIntoView())
    for (const setting of settings.children) observer.observe(setting)
    const stop = () => {
      observer.disconnect()
      for (const intention of intentions) removeEventListener(intention, stop)
    }
    for (const intention of intentions) addEventListener(intention, stop, { passive: true })
    return stop
  }, [address])
  return section
}

export function NotificationSettings() {
  const t = useTranslate()
  const section = useInView()
  const { query, message, change } = useSettings()
  const { data } = query
  return (
    <Setting section={section} id="notifications" title={t('notifications.title')} note={t('notifications.note')}>
      <LoadState query={query} failure={t('notifications.failed')} />
      {data && (
        <div className="space-y-4">
          {kinds.map((kind) => (
            <SelectField
              key={kind}
              label={t(`notifications.${kind}`)}
              value={data[kind]}
              onChange={({ target }) => void change(kind, target.value as Frequency)}
            >
              {frequencies.map((frequency) => (
                <option key={frequency} value={frequency}>
                  {t(`notifications.frequencies.${frequency}`)}
                </option>
              ))}
            </SelectField>
          ))}
        </div>
      )}
      <output className="mt-2 block min-h-5 text-sm">
        {message.isProblem ? <span className="text-danger">{message.text}</span> : message.text}
      </output>
    </Setting>
  )
}
