import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { useSearchParams } from 'react-router-dom'
import { CancellationReceipt, cancellationPaths } from '#shared/subscription/cancellation.ts'
import type { CancellationKind } from '#shared/subscription/cancellation.ts'
import { send } from '../app/api.ts'
import { useUtcTimeFormat } from '../app/format/dates.ts'
import { FormProblem, SubmitButton, useForm } from '../app/form.tsx'
import { Head } from '../app/head.tsx'
import { useSite } from '../app/site.ts'
import { useLinkToken } from '../app/session/use-link-token.ts'
import { useHydrated } from '../ui/use-hydrated.ts'
import { useViewer } from '../app/session/viewer.ts'
import { Field } from '../ui/field.tsx'
import { defineMessages } from '../app/i18n.tsx'
import { statusQuery } from './status.queries.ts'

const { useTranslate } = defineMessages({
  en: () => import('./cancel.messages.en.ts'),
  es: () => import('./cancel.messages.es.ts'),
})

const kinds = ['cancel', 'withdraw'] as const
const { api } = cancellationPaths

type Details = { kind: CancellationKind; email: string }
type StepProps = { details: Details; onChange: (details: Details) => void; onNext: () => void }

/** First step: what is declared, and by whom. */
function DetailsStep({ details, onChange, onNext }: StepProps) {
  const t = useTranslate()
  const { is_signed_in } = useViewer()
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    onNext()
  }
  return (
    <form className="mt-6 space-y-6" onSubmit={onSubmit}>
      <fieldset className="space-y-3">
        <legend className="mb-2 font-semibold">{t('kind')}</legend>
        {kinds.map((kind) => (
          <div key={kind}>
            <label className="flex items-center gap-3 font-semibold">
              <input
                type="radio"
                name="kind"
                value={kind}
                checked={details.kind === kind}
                onChange={() => onChange({ ...details, kind })}
              />
              {t(`kinds.${kind}`)}
            </label>
            <p className="pl-6.25 text-muted">{t(`notes.${kind}`)}</p>
          </div>
        ))}
      </fieldset>
      {!is_signed_in && (
        <Field
          label={t('email')}
          hint={t('email_hint')}
          type="email"
          name="email"
          autoComplete="email"
          required
          value={details.email}
          onChange={({ target }) => onChange({ ...details, email: target.value })}
        />
      )}
      <button type="submit" className="button needs-script w-full">
        {t('next')}
      </button>
    </form>
  )
}

type ConfirmProps = {
  details: Details
  token: string
  onBack?: () => void
  onDone: (receipt: CancellationReceipt) => void
}

/** Second step: sent only by this button, so that no program that opens a mail's links ends anything. */
function ConfirmStep({ details: { kind, email }, token, onBack, onDone }: ConfirmProps) {
  const t = useTranslate()
  const client = useQueryClient()
  const { is_signed_in } = useViewer()
  const { data: status } = useQuery({ ...statusQuery, enabled: is_signed_in && token === '' })
  const form = useForm(
    async () => {
      const schema = import.meta.env.DEV && CancellationReceipt
      const [path, body] = token
        ? [api.confirm, { kind, token }]
        : is_signed_in
          ? [api.cancellation, { kind }]
          : [api.request, { kind, email }]
      onDone(await send(client, 'POST', path, { body, schema }))
      void client.invalidateQueries(statusQuery)
    },
    () => t('not_sent'),
  )
  const problem = form.errorOf('token') ?? form.errorOf('email') ?? form.problem
  const plan = status?.subscription?.plan_name
  return (
    <form className="mt-6 space-y-4" onSubmit={form.onSubmit}>
      <FormProblem text={problem} />
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2">
        <dt className="font-semibold">{t('kind')}</dt>
        <dd>{t(`kinds.${kind}`)}</dd>
        {plan && (
          <>
            <dt className="font-semibold">{t('contract')}</dt>
            <dd>{plan}</dd>
          </>
        )}
        {email !== '' && (
          <>
            <dt className="font-semibold">{t('email')}</dt>
            <dd className="min-w-0 break-words">{email}</dd>
          </>
        )}
      </dl>
      <p className="text-muted">{t(`notes.${kind}`)}</p>
      <SubmitButton isBusy={form.isBusy} isDanger>
        {t(`submit.${kind}`)}
      </SubmitButton>
      {onBack && (
        <button type="button" className="button button-quiet w-full" onClick={onBack}>
          {t('back')}
        </button>
      )}
    </form>
  )
}

function Done({ receipt, isMailed }: { receipt: CancellationReceipt; isMailed: boolean }) {
  const t = useTranslate()
  const date = useUtcTimeFormat()
  return (
    <output className="mt-6 block">
      <span className="block font-semibold">{t('received', { date: date(receipt.received_at) })}</span>
      <span className="mt-2 block text-muted">{t(isMailed ? 'mailed' : 'confirmed')}</span>
    </output>
  )
}

/** Ends a contract in two steps, with a log-in or without; a mail's link leads to the second one. */
export function CancelPage() {
  const t = useTranslate()
  const { company } = useSite()
  const { is_signed_in } = useViewer()
  const [search] = useSearchParams()
  const linkToken = useLinkToken()
  const isHydrated = useHydrated()
  // The server's page is the same for every link.
  const token = isHydrated ? linkToken : ''
  const linkedKind = isHydrated ? kinds.find((kind) => kind === search.get('kind')) : undefined
  const [typed, setTyped] = useState<Partial<Details>>({})
  const details: Details = { kind: linkedKind ?? 'cancel', email: '', ...typed }
  const [isConfirming, setConfirming] = useState(false)
  const [receipt, setReceipt] = useState<CancellationReceipt | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const go = (confirming: boolean) => {
    setConfirming(confirming)
    heading.current?.focus()
  }
  return (
    <main className="frame py-12">
      <Head title={t('title')} description={t('intro')} />
      <div className="card mx-auto max-w-xl p-6 sm:p-8">
        <h1 ref={heading} tabIndex={-1} className="text-3xl font-bold outline-none">
          {t('title')}
        </h1>
        <p className="mt-3 text-muted">{t('intro')}</p>
        <noscript>
          <p className="mt-4">{t('without_script', { email: company.email })}</p>
        </noscript>
        {receipt ? (
          <Done receipt={receipt} isMailed={!is_signed_in && token === ''} />
        ) : isConfirming || token !== '' ? (
          <ConfirmStep
            details={is_signed_in || token ? { ...details, email: '' } : details}
            token={token}
            onDone={setReceipt}
            {...(token === '' && { onBack: () => go(false) })}
          />
        ) : (
          <DetailsStep details={details} onChange={setTyped} onNext={() => go(true)} />
        )}
      </div>
    </main>
  )
}
