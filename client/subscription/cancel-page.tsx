import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import {
  CancellationReceipt,
  cancellationPaths,
  maxCancellationReasonLength,
  maxSignerLength,
} from '#shared/subscription/cancellation.ts'
import { send } from '../app/api.ts'
import { subscriptionStatusQuery } from '../app/subscription-status.queries.ts'
import { FormProblem, SubmitButton, useForm } from '../app/form.tsx'
import { Head } from '../app/head.tsx'
import { useSite } from '../app/site.ts'
import { meQuery } from '../app/session/me.queries.ts'
import { useLinkToken } from '../app/session/use-link-token.ts'
import { useHydrated } from '../ui/use-hydrated.ts'
import { useViewer } from '../app/session/viewer.ts'
import { Field } from '../ui/field.tsx'
import { DeclarationReceived, DescriptionList, useTranslate } from './cancel-statement.tsx'
import type { DeclarationReceivedProps, DeclaredFacts } from './cancel-statement.tsx'

const kinds = ['cancel', 'cause', 'withdraw'] as const
type Kind = (typeof kinds)[number]
const sentKind = (kind: Kind) => (kind === 'withdraw' ? kind : 'cancel')
const { api } = cancellationPaths

type OnDone = (receipt: CancellationReceipt, statement: DeclaredFacts) => void

function useMemberFacts(): DeclaredFacts {
  const t = useTranslate()
  const { is_signed_in: enabled } = useViewer()
  const { data: status } = useQuery({ ...subscriptionStatusQuery, enabled })
  const { data: me } = useQuery({ ...meQuery, enabled })
  const plan = status?.subscription?.plan_name
  return [
    ...(plan ? ([[t('contract'), plan]] satisfies DeclaredFacts) : []),
    ...(me
      ? ([
          [t('name'), `${me.first_name} ${me.last_name}`.trim() || me.username],
          [t('email_short'), me.email],
        ] satisfies DeclaredFacts)
      : []),
  ]
}

function ReasonField({ error }: { error: string | undefined }) {
  const t = useTranslate()
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-semibold">
        {t('reason')}
      </label>
      <textarea
        id={id}
        name="reason"
        className="field aria-invalid:border-danger"
        rows={3}
        maxLength={maxCancellationReasonLength}
        required
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error && `${id}-note`}
      />
      {error && (
        <p id={`${id}-note`} className="mt-1 text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  )
}

function VisitorFields({ errorOf }: { errorOf: (name: string) => string | undefined }) {
  const t = useTranslate()
  return (
    <>
      <Field
        label={t('email')}
        hint={t('email_hint')}
        type="email"
        name="email"
        autoComplete="email"
        required
        error={errorOf('email')}
      />
      <Field
        label={t('name_optional')}
        name="name"
        autoComplete="name"
        maxLength={maxSignerLength}
        error={errorOf('name')}
      />
    </>
  )
}

/** Form with all fields and its button on one page, as the law demands. */
function Declaration({ initialKind, onDone }: { initialKind: Kind; onDone: OnDone }) {
  const t = useTranslate()
  const client = useQueryClient()
  const { name: site } = useSite()
  const { is_signed_in } = useViewer()
  const memberFacts = useMemberFacts()
  const [kind, setKind] = useState(initialKind)
  const form = useForm(
    async ({ email = '', name = '', reason = '' }) => {
      const body = {
        kind: sentKind(kind),
        ...(kind === 'cause' && { reason }),
        ...(!is_signed_in && { email }),
        ...(!is_signed_in && name.trim() !== '' && { name }),
      }
      const schema = import.meta.env.DEV && CancellationReceipt
      const receipt = await send(client, 'POST', is_signed_in ? api.cancellation : api.request, { body, schema })
      const typed: DeclaredFacts = [
        [t('contract'), t('contract_at', { site })],
        [t('name'), name],
        [t('email_short'), email],
      ]
      const facts = is_signed_in ? memberFacts : typed
      onDone(
        receipt,
        [[t('kind'), t(`kinds.${kind}`)] as const, ...facts, [t('reason'), reason] as const]
          .filter(([, value]) => value !== '')
          .map(([label, value]) => [label, value]),
      )
      void client.invalidateQueries(subscriptionStatusQuery)
    },
    () => t('not_sent'),
  )
  return (
    <form className="mt-6 space-y-6" onSubmit={form.onSubmit}>
      <fieldset className="space-y-3">
        <legend className="mb-2 font-semibold">{t('kind')}</legend>
        {kinds.map((one) => (
          <div key={one}>
            <label className="flex items-center gap-3 font-semibold">
              <input type="radio" name="kind" value={one} checked={kind === one} onChange={() => setKind(one)} />
              {t(`kinds.${one}`)}
            </label>
            <p className="pl-6.25 text-muted">{t(`notes.${one}`)}</p>
          </div>
        ))}
      </fieldset>
      {kind === 'cause' && <ReasonField error={form.errorOf('reason')} />}
      {is_signed_in ? <DescriptionList facts={memberFacts} /> : <VisitorFields errorOf={form.errorOf} />}
      <FormProblem text={form.problem} />
      <SubmitButton isBusy={form.isBusy} isDanger>
        {t(`submit.${sentKind(kind)}`)}
      </SubmitButton>
    </form>
  )
}

/** Confirms a mail's link. It needs a click, since mail scanners open links. */
function Confirmation({ kind, token, onDone }: { kind: 'cancel' | 'withdraw'; token: string; onDone: OnDone }) {
  const t = useTranslate()
  const client = useQueryClient()
  const { name: site } = useSite()
  const facts: DeclaredFacts = [
    [t('kind'), t(`kinds.${kind}`)],
    [t('contract'), t('contract_at', { site })],
  ]
  const form = useForm(
    async () => {
      const schema = import.meta.env.DEV && CancellationReceipt
      onDone(await send(client, 'POST', api.confirm, { body: { kind, token }, schema }), facts)
      void client.invalidateQueries(subscriptionStatusQuery)
    },
    () => t('not_sent'),
  )
  return (
    <form className="mt-6 space-y-4" onSubmit={form.onSubmit}>
      <FormProblem text={form.errorOf('token') ?? form.problem} />
      <DescriptionList facts={facts} />
      <p className="text-muted">{t(`notes.${kind}`)}</p>
      <SubmitButton isBusy={form.isBusy} isDanger>
        {t(`submit.${kind}`)}
      </SubmitButton>
    </form>
  )
}

type EndProps = { kind: Kind; token: string }

function EndContract({ kind, token }: EndProps) {
  const t = useTranslate()
  const { company } = useSite()
  const { is_signed_in } = useViewer()
  const [done, setDone] = useState<Pick<DeclarationReceivedProps, 'receipt' | 'statement'> | null>(null)
  const onDone: OnDone = (receipt, statement) => setDone({ receipt, statement })
  if (done) {
    const isMailed = !is_signed_in && token === ''
    return (
      <DeclarationReceived {...done}>
        {isMailed ? t('mailed', { email: company.email }) : t('confirmed')}
      </DeclarationReceived>
    )
  }
  return token === '' ? (
    <Declaration initialKind={kind} onDone={onDone} />
  ) : (
    <Confirmation kind={sentKind(kind)} token={token} onDone={onDone} />
  )
}

/** Cancellation with or without a log-in. Without a log-in, a link in a mail confirms it. */
export function CancelPage() {
  const t = useTranslate()
  const { company } = useSite()
  const [search] = useSearchParams()
  const linkToken = useLinkToken()
  const isHydrated = useHydrated()
  // Token of the mail's link. Empty until hydration, since the server renders one page for all links.
  const token = isHydrated ? linkToken : ''
  const kind = (isHydrated && kinds.find((one) => one === search.get('kind'))) || 'cancel'
  return (
    <main className="frame py-12">
      <Head title={t('title')} description={t('intro')} />
      <div className="card mx-auto max-w-xl p-6 sm:p-8">
        <h1 className="text-3xl font-bold">{t('title')}</h1>
        <p className="mt-3 text-muted">{t(token === '' ? 'intro' : 'confirm_intro')}</p>
        <noscript>
          <p className="mt-4">{t('without_script', { email: company.email })}</p>
        </noscript>
        <EndContract key={`${kind} ${token}`} kind={kind} token={token} />
      </div>
    </main>
  )
}
