import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { paths } from '#shared/paths.ts'
import type { Me } from '#shared/users/schema.ts'
import { send } from '../app/api.ts'
import { useRequest } from '../app/form.tsx'
import { useTranslate } from './messages.ts'

export function EmailSection({ me }: { me: Me }) {
  const t = useTranslate()
  const client = useQueryClient()
  const [isSent, setSent] = useState(false)
  const { run, isBusy, problem } = useRequest(() => t('me.resend_failed'))
  const resend = () => send(client, 'POST', paths.api.resendConfirmation).then(() => setSent(true))
  return (
    <>
      {me.email} <span className="chip">{me.is_email_confirmed ? t('me.confirmed') : t('me.not_confirmed')}</span>{' '}
      {!me.is_email_confirmed && !isSent && (
        <button
          type="button"
          className="py-1 text-brand underline max-sm:py-2.5"
          aria-busy={isBusy}
          onClick={() => void run(resend)}
        >
          {t('me.resend')}
        </button>
      )}
      <output className="block text-sm">
        {isSent && t('me.resent')}
        {problem && <span className="text-danger">{problem}</span>}
      </output>
    </>
  )
}
