import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { paths } from '#shared/paths.ts'
import type { Me } from '#shared/users/schema.ts'
import { send } from '../app/api.ts'
import { useTranslate } from './messages.ts'

export function EmailSection({ me }: { me: Me }) {
  const t = useTranslate()
  const client = useQueryClient()
  const [state, setState] = useState<'idle' | 'busy' | 'sent' | 'failed'>('idle')
  const resend = () => {
    if (state === 'busy') return
    setState('busy')
    send(client, 'POST', paths.api.resendConfirmation).then(
      () => setState('sent'),
      () => setState('failed'),
    )
  }
  return (
    <>
      {me.email} <span className="chip">{me.is_email_confirmed ? t('me.confirmed') : t('me.not_confirmed')}</span>{' '}
      {!me.is_email_confirmed && state !== 'sent' && (
        <button
          type="button"
          className="py-1 text-brand underline max-sm:py-2.5"
          aria-busy={state === 'busy'}
          onClick={resend}
        >
          {t('me.resend')}
        </button>
      )}
      <output className="block text-sm">
        {state === 'sent' && t('me.resent')}
        {state === 'failed' && <span className="text-danger">{t('me.resend_failed')}</span>}
      </output>
    </>
  )
}
