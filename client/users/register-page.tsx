import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { Registered, safePath } from '#shared/users.ts'
import { send } from '../api.ts'
import { FormProblem, SubmitButton, useForm } from '../form.tsx'
import { readRedirect } from '../redirect.ts'
import type { Loader } from '../routes.tsx'
import { useSite } from '../site.ts'
import { Field, PasswordField } from '../ui/field.tsx'
import { leaveFor, useLeadOn } from './enter.ts'
import { FormFrame } from './form-frame.tsx'
import { GoogleButton } from './google-button.tsx'
import { signInCopy } from './sign-in-copy.ts'

export const load: Loader = ({ locale }) => signInCopy.load(locale)

function Consent({ text: [before, terms, and, privacy, after] }: { text: string[] }) {
  return (
    <p className="text-sm text-muted">
      {before}
      <Link to={paths.terms}>{terms}</Link>
      {and}
      <Link to={paths.privacy}>{privacy}</Link>
      {after}
    </p>
  )
}

export function Page() {
  const site = useSite()
  const text = signInCopy.useCopy()
  const client = useQueryClient()
  useLeadOn()
  const form = useForm(
    async (body) => {
      await send(client, 'POST', paths.api.register, { body, schema: Registered })
      // Nobody has signed in yet: what was remembered is left for that.
      await leaveFor(safePath(readRedirect(), `${paths.login}?registered=1`))
    },
    () => text.register.wrong,
  )
  return (
    <FormFrame title={text.register.title} intro={text.register.intro} withoutScript={text.without_script}>
      <title>{`${text.register.title} · ${site.name}`}</title>
      <form className="mt-6 space-y-4" onSubmit={form.onSubmit}>
        <FormProblem text={form.problem} />
        <Field
          label={text.email}
          name="email"
          type="email"
          autoComplete="email"
          required
          error={form.errorOf('email')}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label={text.first_name}
            name="name"
            autoComplete="given-name"
            required
            maxLength={60}
            error={form.errorOf('name')}
          />
          <Field
            label={text.last_name}
            name="surname"
            autoComplete="family-name"
            required
            maxLength={60}
            error={form.errorOf('surname')}
          />
        </div>
        <PasswordField
          label={text.password}
          name="password"
          autoComplete="new-password"
          required
          hint={text.password_hint}
          show={text.show}
          hide={text.hide}
          error={form.errorOf('password')}
        />
        <Consent text={text.register.consent} />
        <SubmitButton isBusy={form.isBusy}>{text.register.submit}</SubmitButton>
      </form>
      <GoogleButton or={text.or} />
      <p className="mt-6 text-center">
        {text.register.login} <Link to={paths.login}>{text.register.login_link}</Link>
      </p>
    </FormFrame>
  )
}
