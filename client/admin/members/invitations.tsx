import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { locales } from '#shared/locale.ts'
import { invitationPaths } from '#shared/users/invitation-paths.ts'
import { AdminInvitation } from '#shared/users/invitations.ts'
import type { NewInvitation } from '#shared/users/invitations.ts'
import { staffRoles } from '#shared/users/rights.ts'
import { send } from '../../app/api.ts'
import { FormProblem } from '../../app/form.tsx'
import { useIdempotentRequest } from '../../app/use-idempotent-request.ts'
import { useDateTimeFormat } from '../../app/format/dates.ts'
import { useLocale } from '../../app/i18n.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useToast } from '../../ui/toast.tsx'
import { ConfirmButton } from '../confirm-button.tsx'
import { DetailsSection } from '../details.tsx'
import { EntityFields } from '../entity-fields.tsx'
import type { EntityField } from '../fields.ts'
import { useSubmit } from '../use-submit.ts'
import { invitationsQuery } from './members.queries.ts'
import { useTranslate } from './messages.ts'

const schema = import.meta.env.DEV && AdminInvitation

function useInvitationFields(): readonly EntityField<NewInvitation>[] {
  const t = useTranslate()
  return [
    { path: 'email', kind: 'line', label: t('members.email'), input: { type: 'email', autoComplete: 'off' } },
    {
      path: 'role',
      kind: 'choice',
      label: t('members.role'),
      options: staffRoles.map((value) => ({ value, name: t(`members.roles.${value}`) })),
      hint: ({ role }) => t(`members.duties.${role}`),
      isHalf: true,
    },
    {
      path: 'language',
      kind: 'choice',
      label: t('members.invitations.language'),
      options: locales.map((value) => ({ value, name: t(`members.invitations.languages.${value}`) })),
      isHalf: true,
    },
  ]
}

function InvitationForm({ onSent }: { onSent: (message: string) => void }) {
  const t = useTranslate()
  const id = useId()
  const client = useQueryClient()
  const locale = useLocale()
  const { isBusy, problem, fields: problems, run } = useSubmit()
  const repeatable = useIdempotentRequest()
  const [draft, setDraft] = useState<NewInvitation>({ email: '', role: 'editor', language: locale })
  const submit = () =>
    run(
      () =>
        repeatable(draft, (headers) =>
          send(client, 'POST', invitationPaths.api.list, { body: draft, schema, headers }),
        ),
      (invitation) => {
        setDraft({ ...draft, email: '' })
        onSent(t('members.invitations.sent', { email: invitation.email }))
      },
    )
  return (
    <form
      noValidate
      className="card space-y-4 p-6"
      aria-labelledby={id}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <h2 id={id} className="text-xl font-bold">
        {t('members.invitations.form')}
      </h2>
      <p className="text-muted">{t('members.invitations.intro')}</p>
      <FormProblem text={problem} />
      <EntityFields
        fields={useInvitationFields()}
        draft={draft}
        set={(changes) => setDraft({ ...draft, ...changes })}
        errorOf={(path) => problems[path]?.[0]}
      />
      <button type="submit" className="button" disabled={isBusy} aria-busy={isBusy}>
        {isBusy && <Spinner />}
        {t('members.invitations.send')}
      </button>
    </form>
  )
}

function State({ invitation: { inviter, is_void, is_expired, expires_at } }: { invitation: AdminInvitation }) {
  const t = useTranslate()
  const moment = useDateTimeFormat()
  if (is_void) return t('members.invitations.void', { inviter })
  return t(`members.invitations.${is_expired ? 'ended' : 'until'}`, { date: moment(expires_at) })
}

type RowProps = { invitation: AdminInvitation; onDone: (message: string) => void }

function Row({ invitation, onDone }: RowProps) {
  const t = useTranslate()
  const client = useQueryClient()
  const { isBusy, problem, run } = useSubmit()
  const { id, email, role, inviter } = invitation
  const resend = () =>
    run(
      () => send(client, 'POST', invitationPaths.api.resend(id), { schema }),
      () => onDone(t('members.invitations.sent', { email })),
    )
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 border-t border-line py-3 first:border-0">
      <div className="min-w-0">
        <p className="wrap-anywhere">
          <bdi className="font-semibold">{email}</bdi> · {t(`members.roles.${role}`)}
        </p>
        <p className="text-sm text-muted">
          {t('members.invitations.by', { inviter })} · <State invitation={invitation} />
        </p>
        <FormProblem text={problem} />
      </div>
      <div className="flex flex-wrap gap-3">
        <button
          type="button"
          className="button button-quiet"
          disabled={isBusy}
          aria-label={t('members.invitations.resend_to', { email })}
          onClick={() => void resend()}
        >
          {t('members.invitations.resend')}
        </button>
        <ConfirmButton
          label={t('members.invitations.withdraw')}
          name={t('members.invitations.withdraw_of', { email })}
          isDisabled={isBusy}
          title={t('members.invitations.ask', { email })}
          action={t('members.invitations.withdraw')}
          send={() => send(client, 'DELETE', invitationPaths.api.item(id))}
          onDone={() => onDone(t('members.invitations.withdrawn'))}
        >
          <p>{t('members.invitations.note')}</p>
        </ConfirmButton>
      </div>
    </li>
  )
}

export function Invitations() {
  const t = useTranslate()
  const client = useQueryClient()
  const { notice, show } = useToast()
  const { data, isError } = useQuery(invitationsQuery)
  const done = (message: string) => {
    show(message)
    void client.invalidateQueries({ queryKey: invitationsQuery.queryKey })
  }
  return (
    <>
      <InvitationForm onSent={done} />
      <DetailsSection title={t('members.invitations.list')} className="card mt-6 p-6">
        {isError && <p className="mt-2 text-danger">{t('members.failed')}</p>}
        {!data && !isError && <Spinner label={t('common.loading')} className="mt-3" />}
        {data?.length === 0 && <p className="mt-2 text-muted">{t('members.invitations.none')}</p>}
        <ul className="mt-3">
          {data?.map((invitation) => (
            <Row key={invitation.id} invitation={invitation} onDone={done} />
          ))}
        </ul>
      </DetailsSection>
      {notice}
    </>
  )
}
