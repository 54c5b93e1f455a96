import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { paths } from '#shared/paths.ts'
import type { Me } from '#shared/users/schema.ts'
import { send } from '../app/api.ts'
import { FormProblem, SubmitButton, useForm } from '../app/form.tsx'
import { Field, PasswordField } from '../ui/field.tsx'
import { GoogleProof, useGoogleProof } from './google-proof.tsx'
import { useTranslate } from './messages.ts'

export function ChangeEmailCard({ me }: { me: Me }) {
  const t = useTranslate()
  const google = useGoogleProof()
  const client = useQueryClient()
  const [isDone, setDone] = useState(false)
  const form = useForm(
    async (body, element) => {
      setDone(false)
      await google.withProof((proof) => send(client, 'POST', paths.api.meEmail, { body: { ...body, ...proof } }))
      element.reset()
      setDone(true)
    },
    () => t('address.wrong'),
  )
  return (
    <section className="card p-6">
      <h2 className="text-xl font-bold">{t('address.title')}</h2>
      <p className="mt-1 text-sm text-muted">{t('address.note')}</p>
      <form className="mt-4 space-y-4" onSubmit={form.onSubmit}>
        <FormProblem text={form.problem} />
        <Field
          label={t('address.fresh')}
          name="email"
          type="email"
          autoComplete="email"
          required
          error={form.errorOf('email')}
        />
        {me.has_password ? (
          <PasswordField
            label={t('address.password')}
            name="password"
            autoComplete="current-password"
            required
            show={t('password.show')}
            hide={t('password.hide')}
            error={form.errorOf('password')}
          />
        ) : (
          <GoogleProof {...google} error={form.errorOf('google')} />
        )}
        <SubmitButton isBusy={form.isBusy}>{t('address.submit')}</SubmitButton>
        <output className="block empty:-mt-4">{isDone && t('address.done')}</output>
      </form>
    </section>
  )
}
