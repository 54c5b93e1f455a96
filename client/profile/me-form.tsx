import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { locales, localeCookieText } from '#shared/locale.ts'
import { paths } from '#shared/paths.ts'
import { isStaff } from '#shared/users/rights.ts'
import { Me } from '#shared/users/schema.ts'
import { send } from '../app/api.ts'
import { useDateFormat } from '../app/format/dates.ts'
import { useErrorText } from '../app/error-text.ts'
import { fieldProblemsOf, Form, FormField, FormProblem, useForm } from '../app/form.tsx'
import { useLocale } from '../app/i18n.tsx'
import { meQuery } from '../app/session/me.queries.ts'
import { TeamBadge } from '../app/team-badge.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { SelectField } from '../ui/field.tsx'
import { useToast } from '../ui/toast.tsx'
import { ColourChoice } from './colour-choice.tsx'
import { useTranslate } from './messages.ts'
import { EmailSection } from './my-email.tsx'
import { Setting } from './section-list.tsx'

function Account({ me, colour }: { me: Me; colour: string }) {
  const t = useTranslate()
  const date = useDateFormat()
  return (
    <div className="flex items-center gap-4">
      <Avatar name={me.username} colour={colour} size="large" />
      <div className="min-w-0">
        <dl>
          <dt className="sr-only">{t('me.email')}</dt>
          <dd>
            <EmailSection me={me} />
          </dd>
          <dt className="mt-1 inline text-sm text-muted">{t('me.registered')}: </dt>
          <dd className="inline text-sm text-muted">{date(me.register_date)}</dd>
        </dl>
        {isStaff(me) && (
          <p className="mt-1">
            <TeamBadge />
          </p>
        )}
      </div>
    </div>
  )
}

function Fields({ me }: { me: Me }) {
  const t = useTranslate()
  return (
    <>
      <FormField
        label={t('me.username')}
        name="username"
        defaultValue={me.username}
        required
        hint={t('me.username_hint')}
        autoComplete="off"
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField
          label={t('me.first_name')}
          name="first_name"
          defaultValue={me.first_name}
          autoComplete="given-name"
        />
        <FormField label={t('me.last_name')} name="last_name" defaultValue={me.last_name} autoComplete="family-name" />
      </div>
      <SelectField label={t('me.language')} name="language" defaultValue={me.language}>
        {locales.map((one) => (
          <option key={one} value={one} lang={one}>
            {t(`me.languages.${one}`)}
          </option>
        ))}
      </SelectField>
    </>
  )
}

export function MeForm({ me }: { me: Me }) {
  const t = useTranslate()
  const client = useQueryClient()
  const locale = useLocale()
  const errorText = useErrorText()
  const { notice, show } = useToast()
  const [colour, setColour] = useState(me.avatar_color)
  const form = useForm(
    async (values) => {
      const current = me as Record<string, unknown>
      const body = Object.fromEntries(Object.entries(values).filter(([name, value]) => current[name] !== value))
      const changed = await send(client, 'PATCH', paths.api.me, { body, schema: import.meta.env.DEV && Me })
      client.setQueryData(meQuery.queryKey, changed)
      show(t('me.saved'))
      if (changed.language === me.language) return
      document.cookie = localeCookieText(changed.language, location.protocol === 'https:')
      if (changed.language !== locale) location.reload()
    },
    (error) => (Object.keys(fieldProblemsOf(error)).length > 0 ? t('me.wrong') : errorText(error)),
  )
  return (
    <Setting title={t('me.title')} note={t('me.note')} isChanged={colour !== me.avatar_color}>
      <Form
        form={form}
        submit={t('me.save')}
        className="space-y-4"
        problem={
          <>
            {notice}
            <Account me={me} colour={colour} />
            <FormProblem text={form.problem} />
          </>
        }
      >
        <Fields me={me} />
        <ColourChoice colour={colour} error={form.errorOf('avatar_color')} onChoose={setColour} />
      </Form>
    </Setting>
  )
}
