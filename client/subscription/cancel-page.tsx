import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import {
  CancellationReceipt,
  cancellationPaths,
  maxCancellationReasonLength,
  maxSignerLength,
} from '#shared/subscription/cancellation.ts'
import { send } from '../app/api.ts'
import { subscriptionStatusQuery } from '../app/subscription-status.queries.ts'
import { Form, FormField, FormProblem, useForm } from '../app/form.tsx'
import { Head } from '../app/head.tsx'
import { useSite } from '../app/site.ts'
import { meQuery } from '../app/session/me.queries.ts'
import { useLinkToken } from '../app/session/use-link-token.ts'
import { useHydrated } from '../ui/use-hydrated.ts'
import { useViewer } from '../app/session/viewer.ts'
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

function VisitorFields() {
  const t = useTranslate()
  return (
    <>
      <FormField label={t('email')} hint={t('email_hint')} type="email" name="email" autoComplete="email" required />
      <FormField label={t('name_optional')} name="name" autoComplete="name" maxLength={maxSignerLength} />
    </>
  )
}

type KindChoiceProps = { kind: Kind; onChoose: (kind: Kind) => void }

function KindChoice({ kind, onChoose }: KindChoiceProps) {
  const t = useTranslate()
  return (
    <fieldset className="space-y-3">
      <legend className="mb-2 font-semibold">{t('kind')}</legend>
      {kinds.map((one) => (
        <div key={one}>
          <label className="flex items-center gap-3 font-semibold">
            <input type="radio" name="kind" value={one} checked={kind === one} onChange={() => onChoose(one)} />
            {t(`kinds.${one}`)}
          </label>
          <p className="pl-6.25 text-muted">{t(`notes.${one}`)}</p>
        </div>
      ))}
    </fieldset>
  )
}

/** Returns a function that sends a declaration and passes its receipt and facts to `onDone`. */
function useDeclare(onDone: OnDone) {
  const client = useQueryClient()
  return async (path: string, body: object, facts: DeclaredFacts) => {
    const schema = import.meta.env.DEV && CancellationReceipt
    onDone(await send(client, 'POST', path, { body, schema }), facts)
    void client.invalidateQueries(subscriptionStatusQuery)
  }
}

/** Form with all fields and its button on one page, as the law demands. */
function Declaration({ initialKind, onDone }: { initialKind: Kind; onDone: OnDone }) {
  const t = useTranslate()
  const { name: site } = useSite()
  const { is_signed_in } = useViewer()
  const memberFacts = useMemberFacts()
  const [kind, setKind] = useState(initialKind)
  const declare = useDeclare(onDone)
  const form = useForm(
    ({ email = '', name = '', reason = '' }) => {
      const body = {
        kind: sentKind(kind),
        ...(kind === 'cause' && { reason }),
        ...(!is_signed_in && { email }),
        ...(!is_signed_in && name.trim() !== '' && { name }),
      }
      const typed: DeclaredFacts = [
        [t('contract'), t('contract_at', { site })],
        [t('name'), name],
        [t('email_short'), email],
      ]
      const facts: DeclaredFacts = [
        [t('kind'), t(`kinds.${kind}`)],
        ...(is_signed_in ? memberFacts : typed),
        [t('reason'), reason],
      ]
      const path = is_signed_in ? api.cancellation : api.request
      return declare(
        path,
        body,
        facts.filter(([, value]) => value !== ''),
      )
    },
    () => t('not_sent'),
  )
  return (
    <Form form={form} submit={t(`submit.${sentKind(kind)}`)} isDanger className="mt-6 space-y-6" problem={null}>
      <KindChoice kind={kind} onChoose={setKind} />
      {kind === 'cause' && (
        <FormField label={t('reason')} name="reason" rows={3} maxLength={maxCancellationReasonLength} required />
      )}
      {is_signed_in ? <DescriptionList facts={memberFacts} /> : <VisitorFields />}
      <FormProblem text={form.problem} />
    </Form>
  )
}

/** Confirms a mail's link. It needs a click, since mail scanners open links. */
function Confirmation({ kind, token, onDone }: { kind: 'cancel' | 'withdraw'; token: string; onDone: OnDone }) {
  const t = useTranslate()
  const { name: site } = useSite()
  const facts: DeclaredFacts = [
    [t('kind'), t(`kinds.${kind}`)],
    [t('contract'), t('contract_at', { site })],
  ]
  const declare = useDeclare(onDone)
  const form = useForm(
    () => declare(api.confirm, { kind, token }, facts),
    () => t('not_sent'),
  )
  return (
    <Form
      form={form}
      submit={t(`submit.${kind}`)}
      isDanger
      className="mt-6 space-y-4"
      problem={<FormProblem text={form.errorOf('token') ?? form.problem} />}
    >
      <DescriptionList facts={facts} />
      <p className="text-muted">{t(`notes.${kind}`)}</p>
    </Form>
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
    <main className="frame form-frame">
      <Head title={t('title')} description={t('intro')} />
      <div>
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
