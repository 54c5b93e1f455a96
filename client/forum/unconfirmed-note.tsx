import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { paths } from '#shared/paths.ts'
import { send } from '../app/api.ts'
import { useTranslate } from './new-thread.messages.ts'

/** That somebody’s address is not confirmed yet, with the way to have the link sent again. */
export function UnconfirmedNote({ email }: { email: string }) {
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
    <div role="note" className="rounded-lg bg-warning p-3">
      <p>{t('unconfirmed.text', { email })}</p>
      {state !== 'sent' && (
        <button type="button" className="min-h-11 text-brand underline" aria-busy={state === 'busy'} onClick={resend}>
          {t('unconfirmed.resend')}
        </button>
      )}
      <output className="block">
        {state === 'sent' && t('unconfirmed.resent')}
        {state === 'failed' && <span className="text-danger">{t('unconfirmed.failed')}</span>}
      </output>
    </div>
  )
}
