import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { locales, localeCookieText } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { paths } from '#shared/paths.ts'
import { Me } from '#shared/users.ts'
import { send } from '../api.ts'
import { useDate } from '../dates.ts'
import { FormProblem, SubmitButton, useForm } from '../form.tsx'
import { useLocale } from '../i18n.tsx'
import { meQuery } from '../me.queries.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Field } from '../ui/field.tsx'
import { useNotice } from '../ui/notice.tsx'
import { ColourChoice } from './colour-choice.tsx'
import { OwnAddress } from './own-address.tsx'
import { profileCopy } from './profile-copy.ts'

function LanguageChoice({ language }: { language: Locale }) {
  const { me: text } = profileCopy.useCopy()
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-semibold">
        {text.language}
      </label>
      <select id={id} name="language" className="field" defaultValue={language}>
        {locales.map((locale) => (
          <option key={locale} value={locale} lang={locale}>
            {text.languages[locale]}
          </option>
        ))}
      </select>
    </div>
  )
}

/** What is said of the person; only what changed is sent. */
export function MeForm({ me }: { me: Me }) {
  const { me: text } = profileCopy.useCopy()
  const client = useQueryClient()
  const locale = useLocale()
  const date = useDate()
  const { notice, show } = useNotice()
  const [colour, setColour] = useState(me.avatar_color)
  const form = useForm(
    async (values) => {
      const current = me as Record<string, unknown>
      const body = Object.fromEntries(Object.entries(values).filter(([name, value]) => current[name] !== value))
      const changed = await send(client, 'PATCH', paths.api.me, { body, schema: Me })
      client.setQueryData(meQuery.queryKey, changed)
      show(text.saved)
      if (changed.language === me.language) return
      document.cookie = localeCookieText(changed.language, location.protocol === 'https:')
      if (changed.language !== locale) location.reload()
    },
    () => text.wrong,
  )
  return (
    <form className="card space-y-4 p-6" onSubmit={form.onSubmit}>
      {notice}
      <div className="flex items-center gap-4">
        <Avatar name={me.username} colour={colour} size="large" />
        <dl className="min-w-0">
          <dt className="sr-only">{text.email}</dt>
          <dd>
            <OwnAddress me={me} />
          </dd>
          <dt className="mt-1 inline text-sm text-muted">{text.registered}: </dt>
          <dd className="inline text-sm text-muted">{date(me.register_date)}</dd>
        </dl>
      </div>
      <FormProblem text={form.problem} />
      <Field
        label={text.username}
        name="username"
        defaultValue={me.username}
        required
        hint={text.username_hint}
        autoComplete="off"
        error={form.errorOf('username')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={text.first_name}
          name="first_name"
          defaultValue={me.first_name}
          autoComplete="given-name"
          error={form.errorOf('first_name')}
        />
        <Field
          label={text.last_name}
          name="last_name"
          defaultValue={me.last_name}
          autoComplete="family-name"
          error={form.errorOf('last_name')}
        />
      </div>
      <LanguageChoice language={me.language} />
      <ColourChoice colour={colour} error={form.errorOf('avatar_color')} onChoose={setColour} />
      <SubmitButton isBusy={form.isBusy}>{text.save}</SubmitButton>
    </form>
  )
}
