import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { paths } from '#shared/paths.ts'
import { Link } from '../app/link.tsx'
import { send } from '../app/api.ts'
import { useForm } from '../app/form.tsx'
import { AccountForm, EmailField } from './account-form.tsx'
import { useTranslate } from './messages.ts'

export function ForgotPasswordPage() {
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
    <AccountForm
      title={t('forgot.title')}
      intro={t('forgot.intro')}
      note={
        isSent && (
          <>
            {t('forgot.sent')}
            <span className="mt-1 block">{t('forgot.next')}</span>
          </>
        )
      }
      form={form}
      submit={t('forgot.submit')}
      below={
        <p className="mt-6">
          <Link to={paths.login}>{t('forgot.back')}</Link>
        </p>
      }
    >
      <EmailField autoComplete="username" />
    </AccountForm>
  )
}
