import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { paths } from '#shared/paths.ts'
import type { Me } from '#shared/users.ts'
import { send } from '../api.ts'
import { FormProblem, SubmitButton, useForm } from '../form.tsx'
import { Field, PasswordField } from '../ui/field.tsx'
import { profileCopy } from './profile-copy.ts'

/** Asks for another address, which counts once the link of the letter to it was opened. */
export function AddressCard({ me }: { me: Me }) {
  const { address: text, password } = profileCopy.useCopy()
  const client = useQueryClient()
  const [isDone, setDone] = useState(false)
  const form = useForm(
    async (body, element) => {
      setDone(false)
      await send(client, 'POST', paths.api.meEmail, { body })
      element.reset()
      setDone(true)
    },
    () => text.wrong,
  )
  return (
    <section className="card p-6">
      <h2 className="text-xl font-bold">{text.title}</h2>
      <p className="mt-1 text-sm text-muted">{text.note}</p>
      <form className="mt-4 space-y-4" onSubmit={form.onSubmit}>
        <FormProblem text={form.problem} />
        <Field
          label={text.fresh}
          name="email"
          type="email"
          autoComplete="email"
          required
          error={form.errorOf('email')}
        />
        {me.has_password && (
          <PasswordField
            label={text.password}
            name="password"
            autoComplete="current-password"
            required
            show={password.show}
            hide={password.hide}
            error={form.errorOf('password')}
          />
        )}
        <SubmitButton isBusy={form.isBusy}>{text.submit}</SubmitButton>
        <output className="block empty:-mt-4">{isDone && text.done}</output>
      </form>
    </section>
  )
}
