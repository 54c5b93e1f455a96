import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { paths } from '#shared/paths.ts'
import type { Me } from '#shared/users.ts'
import { send } from '../api.ts'
import { profileCopy } from './profile-copy.ts'

/** The address, whether it is confirmed, and the letter once more where it is not. */
export function OwnAddress({ me }: { me: Me }) {
  const { me: text } = profileCopy.useCopy()
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
      {me.email} <span className="chip">{me.is_email_confirmed ? text.confirmed : text.not_confirmed}</span>{' '}
      {!me.is_email_confirmed && state !== 'sent' && (
        <button type="button" className="py-1 text-brand underline" aria-busy={state === 'busy'} onClick={resend}>
          {text.resend}
        </button>
      )}
      <output className="block text-sm">
        {state === 'sent' && text.resent}
        {state === 'failed' && <span className="text-danger">{text.resend_failed}</span>}
      </output>
    </>
  )
}
