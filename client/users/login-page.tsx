import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { TokenPair } from '#shared/users.ts'
import { send } from '../api.ts'
import { FormProblem, SubmitButton, useForm } from '../form.tsx'
import type { Loader } from '../routes.tsx'
import { useSite } from '../site.ts'
import { Field, PasswordField } from '../ui/field.tsx'
import { useQueryOfAddress } from '../ui/use-query.ts'
import { enter, targetOf, useLeadOn } from './enter.ts'
import { FormFrame } from './form-frame.tsx'
import { GoogleButton } from './google-button.tsx'
import { signInCopy } from './sign-in-copy.ts'

export const load: Loader = ({ locale }) => signInCopy.load(locale)

export function Page() {
  const site = useSite()
  const text = signInCopy.useCopy()
  const client = useQueryClient()
  const search = useQueryOfAddress()
  useLeadOn()
  const form = useForm(
    async (body) => {
      const pair = await send(client, 'POST', paths.api.token, { body, schema: TokenPair })
      await enter(client, pair, targetOf(search))
    },
    () => text.login.wrong,
  )
  // The server's page knows no query.
  const happened = ['reset', 'registered'] as const
  const note = happened.find((name) => search.get(name) === '1')
  return (
    <FormFrame title={text.login.title} note={note && text.login[note]} withoutScript={text.without_script}>
      <title>{`${text.login.title} · ${site.name}`}</title>
      <form className="mt-6 space-y-4" onSubmit={form.onSubmit}>
        <FormProblem text={form.problem} />
        <Field
          label={text.email}
          name="email"
          type="email"
          autoComplete="username"
          required
          error={form.errorOf('email')}
        />
        <PasswordField
          label={text.password}
          name="password"
          autoComplete="current-password"
          required
          show={text.show}
          hide={text.hide}
          error={form.errorOf('password')}
        />
        <p className="text-right">
          <Link to={paths.forgotPassword}>{text.login.forgot}</Link>
        </p>
        <SubmitButton isBusy={form.isBusy}>{text.login.submit}</SubmitButton>
      </form>
      <GoogleButton or={text.or} />
      <p className="mt-6 text-center">
        {text.login.register} <Link to={paths.register}>{text.login.register_link}</Link>
      </p>
    </FormFrame>
  )
}
