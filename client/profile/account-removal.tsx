import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { paths } from '#shared/paths.ts'
import type { Me } from '#shared/users/schema.ts'
import { ApiProblem, send } from '../app/api.ts'
import { Form, useForm } from '../app/form.tsx'
import { useCurrencyFormat } from '../app/format/money.ts'
import { endLocalSession } from '../app/session/sign-out.ts'
import { Dialog, DialogClose } from '../ui/dialog.tsx'
import { IdentityProof, useGoogleProof, useSessionEndingRequest } from './google-proof.tsx'
import { useTranslate } from './messages.ts'
import { Setting } from './section-list.tsx'
import { subscriptionStatusQuery } from '../app/subscription-status.queries.ts'

function Consequences() {
  const t = useTranslate()
  const money = useCurrencyFormat()
  const { data: status } = useQuery(subscriptionStatusQuery)
  const credit = status?.credit
  return (
    <ul className="mt-3 list-disc space-y-1 pl-5">
      {t('removal.consequences').map((consequence) => (
        <li key={consequence}>{consequence}</li>
      ))}
      {credit && (
        <li>
          {credit.refundable > 0 && t('removal.credit', { amount: money(credit.refundable, credit.currency) })}{' '}
          {credit.refundable < credit.amount &&
            t('removal.credit_lost', { amount: money(credit.amount - credit.refundable, credit.currency) })}
        </li>
      )}
    </ul>
  )
}

function RemovalDialog({ me, onClose }: { me: Me; onClose: () => void }) {
  const t = useTranslate()
  const client = useQueryClient()
  const google = useGoogleProof()
  const ending = useSessionEndingRequest()
  const form = useForm(
    async (body) => {
      await ending(() =>
        google.withProof((proof) => send(client, 'DELETE', paths.api.me, { body: { ...body, ...proof } })),
      )
      endLocalSession()
    },
    (error) =>
      error instanceof ApiProblem && error.status === 409 ? (error.detail ?? t('removal.wrong')) : t('removal.wrong'),
  )
  return (
    <Dialog title={t('removal.question')} isAlert onClose={onClose}>
      <Consequences />
      <Form form={form} submit={t('removal.submit')} isDanger>
        <IdentityProof me={me} google={google} form={form} label={t('removal.password')} />
        <DialogClose className="button button-quiet w-full">{t('removal.cancel')}</DialogClose>
      </Form>
    </Dialog>
  )
}

export function AccountRemovalSection({ me }: { me: Me }) {
  const t = useTranslate()
  const [isAsking, setAsking] = useState(false)
  return (
    <Setting title={t('removal.title')}>
      <button type="button" className="button button-quiet button-danger" onClick={() => setAsking(true)}>
        {t('removal.open')}
      </button>
      {isAsking && <RemovalDialog me={me} onClose={() => setAsking(false)} />}
    </Setting>
  )
}
