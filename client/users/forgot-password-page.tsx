import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { send } from '../app/api.ts'
import { FormProblem, SubmitButton, useForm } from '../app/form.tsx'
import { useSite } from '../app/site.ts'
import { Field } from '../ui/field.tsx'
import { FormFrame } from './form-frame.tsx'
import { useTranslate } from './messages.ts'

export function ForgotPasswordPage() {
  const site = useSite()
  const t = useTranslate()
  const client = useQueryClient()
  const [isSent, setSent] = useState(false)
  const form = useForm(
    async (body) => {
      setSent(false)
      await send(client, 'POST', paths.api.passwordReset, { body })
      setSent(true)
    },
    () => t('forgot.wrong'),
  )
  return (
    <FormFrame
      title={t('forgot.title')}
      intro={t('forgot.intro')}
      note={isSent ? t('forgot.sent') : undefined}
      withoutScript={t('without_script')}
    >
      <title>{`${t('forgot.title')} · ${site.name}`}</title>
      <form className="mt-6 space-y-4" onSubmit={form.onSubmit}>
        <FormProblem text={form.problem} />
        <Field
          label={t('email')}
          name="email"
          type="email"
          autoComplete="username"
          required
          error={form.errorOf('email')}
        />
        <SubmitButton isBusy={form.isBusy}>{t('forgot.submit')}</SubmitButton>
      </form>
      <p className="mt-6 text-center">
        <Link to={paths.login}>{t('forgot.back')}</Link>
      </p>
    </FormFrame>
  )
}
