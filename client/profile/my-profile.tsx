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
import { signOut } from '../session.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Field } from '../ui/field.tsx'
import { useNotice } from '../ui/notice.tsx'
import { AddressCard } from './address-card.tsx'
import { OwnData } from './own-data.tsx'
import { PasswordCard } from './password-card.tsx'
import { profileCopy } from './profile-copy.ts'
import { Removal } from './removal.tsx'
import { SignIns } from './sign-ins.tsx'

/** Dark enough and bright enough for a letter in either theme. */
const swatches = ['#4c2fa2', '#b3261e', '#b45309', '#116b45', '#0e7490', '#1d4ed8', '#a21caf', '#475569']

function ColourChoice({ colour, onChoose }: { colour: string; onChoose: (colour: string) => void }) {
  const { me: text } = profileCopy.useCopy()
  const id = useId()
  return (
    <fieldset>
      <legend className="mb-1 font-semibold">{text.colour}</legend>
      <div className="flex flex-wrap items-center gap-2">
        {swatches.map((swatch) => (
          <button
            key={swatch}
            type="button"
            className="icon-button rounded-full aria-pressed:outline-2 aria-pressed:outline-brand"
            aria-label={swatch}
            aria-pressed={swatch === colour}
            onClick={() => onChoose(swatch)}
          >
            <svg viewBox="0 0 32 32" className="size-8" aria-hidden="true">
              <circle cx="16" cy="16" r="15" fill={swatch} />
            </svg>
          </button>
        ))}
        <label htmlFor={id} className="sr-only">
          {text.own_colour}
        </label>
        <input
          id={id}
          name="avatar_color"
          type="color"
          className="h-11 w-14 cursor-pointer rounded-lg border border-line bg-surface p-1"
          value={colour}
          onChange={({ target }) => onChoose(target.value)}
        />
      </div>
    </fieldset>
  )
}

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

/** The address, whether it is confirmed, and the letter once more where it is not. */
function Address({ me }: { me: Me }) {
  const { me: text } = profileCopy.useCopy()
  const client = useQueryClient()
  const [isSent, setSent] = useState(false)
  const resend = () =>
    void send(client, 'POST', paths.api.resendConfirmation).then(
      () => setSent(true),
      () => {},
    )
  return (
    <>
      {me.email} <span className="chip">{me.is_email_confirmed ? text.confirmed : text.not_confirmed}</span>{' '}
      {!me.is_email_confirmed && !isSent && (
        <button type="button" className="cursor-pointer text-brand underline" onClick={resend}>
          {text.resend}
        </button>
      )}
      <output>{isSent && text.resent}</output>
    </>
  )
}

function MeForm({ me }: { me: Me }) {
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
      if (changed.language === locale) return
      document.cookie = localeCookieText(changed.language, location.protocol === 'https:')
      location.reload()
    },
    () => text.wrong,
  )
  return (
    <form className="card space-y-4 p-6" onSubmit={form.onSubmit}>
      <div className="flex items-center gap-4">
        <Avatar name={me.username} colour={colour} size="large" />
        <dl className="min-w-0">
          <dt className="sr-only">{text.email}</dt>
          <dd className="wrap-anywhere">
            <Address me={me} />
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
      <ColourChoice colour={colour} onChoose={setColour} />
      <SubmitButton isBusy={form.isBusy}>{text.save}</SubmitButton>
      {notice}
    </form>
  )
}

/** What is said of the person, and all that can be done about the account. */
export function MyProfile({ me }: { me: Me }) {
  const text = profileCopy.useCopy()
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <div className="min-w-0 space-y-6">
        <MeForm me={me} />
        <p>
          <button type="button" className="button button-quiet" onClick={signOut}>
            {text.sign_out}
          </button>
        </p>
      </div>
      <div className="min-w-0 space-y-6">
        <PasswordCard me={me} />
        <AddressCard me={me} />
        <SignIns />
        <OwnData />
        <Removal me={me} />
      </div>
    </div>
  )
}
