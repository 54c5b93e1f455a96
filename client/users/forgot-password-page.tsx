import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { send } from '../api.ts'
import { FormProblem, SubmitButton, useForm } from '../form.tsx'
import type { Loader } from '../routes.tsx'
import { useSite } from '../site.ts'
import { Field } from '../ui/field.tsx'
import { FormFrame } from './form-frame.tsx'
import { signInCopy } from './sign-in-copy.ts'

export const load: Loader = ({ locale }) => signInCopy.load(locale)

export function Page() {
  const site = useSite()
  const text = signInCopy.useCopy()
  const client = useQueryClient()
  const [isSent, setSent] = useState(false)
  const form = useForm(
    async (body) => {
      setSent(false)
      await send(client, 'POST', paths.api.passwordReset, { body })
      setSent(true)
    },
    () => text.forgot.wrong,
  )
  return (
    <FormFrame
      title={text.forgot.title}
      intro={text.forgot.intro}
      note={isSent ? text.forgot.sent : undefined}
      withoutScript={text.without_script}
    >
      <title>{`${text.forgot.title} · ${site.name}`}</title>
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
        <SubmitButton isBusy={form.isBusy}>{text.forgot.submit}</SubmitButton>
      </form>
      <p className="mt-6 text-center">
        <Link to={paths.login}>{text.forgot.back}</Link>
      </p>
    </FormFrame>
  )
}
