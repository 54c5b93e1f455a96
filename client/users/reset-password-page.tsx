import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { send } from '../api.ts'
import { fieldsOf, FormProblem, SubmitButton, useForm } from '../form.tsx'
import type { Loader } from '../routes.tsx'
import { keepTokens } from '../session.ts'
import { useSite } from '../site.ts'
import { PasswordField } from '../ui/field.tsx'
import { useHydrated } from '../ui/use-hydrated.ts'
import { useQueryOfAddress } from '../ui/use-query.ts'
import { leaveFor } from './enter.ts'
import { FormFrame } from './form-frame.tsx'
import { signInCopy } from './sign-in-copy.ts'

export const load: Loader = ({ locale }) => signInCopy.load(locale)

export function Page() {
  const site = useSite()
  const text = signInCopy.useCopy()
  const client = useQueryClient()
  const isHydrated = useHydrated()
  const search = useQueryOfAddress()
  const token = search.get('token') ?? ''
  const form = useForm(
    async ({ password }) => {
      await send(client, 'POST', paths.api.passwordResetConfirm, { body: { token, password } })
      // Every sign-in has ended, this browser's too.
      keepTokens(null)
      await leaveFor(`${paths.login}?reset=1`)
    },
    (error) => {
      const { new_password, token: ofLink } = fieldsOf(error)
      return new_password?.[0] ?? (ofLink ? text.reset.expired : text.reset.wrong)
    },
  )
  const problem = isHydrated && token === '' ? text.reset.no_token : form.problem
  return (
    <FormFrame title={text.reset.title} withoutScript={text.without_script}>
      <title>{`${text.reset.title} · ${site.name}`}</title>
      <meta name="referrer" content="no-referrer" />
      <form className="mt-2 space-y-4" onSubmit={form.onSubmit}>
        {/* Whether the address has a token shows only in the browser: the line has its room before. */}
        <div className="min-h-6">
          <FormProblem text={problem} />
        </div>
        <PasswordField
          label={text.new_password}
          name="password"
          autoComplete="new-password"
          required
          hint={text.password_hint}
          show={text.show}
          hide={text.hide}
          aria-invalid={form.errorOf('new_password') ? true : undefined}
          error={form.errorOf('password')}
        />
        <SubmitButton isBusy={form.isBusy}>{text.reset.submit}</SubmitButton>
      </form>
      <p className="mt-6 text-center">
        <Link to={paths.forgotPassword}>{text.reset.again}</Link>
      </p>
    </FormFrame>
  )
}
