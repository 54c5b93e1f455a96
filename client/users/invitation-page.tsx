import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { adminPaths } from '#shared/admin/paths.ts'
import { paths } from '#shared/paths.ts'
import { invitationPaths } from '#shared/users/invitation-paths.ts'
import { Invitation } from '#shared/users/invitations.ts'
import { isStaff } from '#shared/users/rights.ts'
import { Link } from '../app/link.tsx'
import { send } from '../app/api.ts'
import { useErrorText } from '../app/error-text.ts'
import { fieldProblemsOf, FormProblem, useForm, useRequest } from '../app/form.tsx'
import { useDateFormat } from '../app/format/dates.ts'
import { meQuery } from '../app/session/me.queries.ts'
import { storeRedirect } from '../app/session/redirect.ts'
import { signOut } from '../app/session/sign-out.ts'
import { useLinkToken } from '../app/session/use-link-token.ts'
import { useViewer } from '../app/session/viewer.ts'
import { useSite } from '../app/site.ts'
import { Spinner } from '../ui/spinner.tsx'
import { AccountForm, AccountPassword, ConsentNote, FormFrame, LinkStatus, NameFields } from './account-form.tsx'
import { loadFullPage, signIn } from './complete-sign-in.ts'
import { useTranslate } from './messages.ts'

const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: ({ client, signal }) =>
      send(client, 'POST', invitationPaths.api.invitation, {
        body: { token },
        schema: import.meta.env.DEV && Invitation,
        signal,
      }),
    retry: false,
  })

type InvitedProps = { invitation: Invitation; token: string }

function Intro({ invitation: { inviter, email, role, expires_at } }: Pick<InvitedProps, 'invitation'>) {
  const t = useTranslate()
  const site = useSite()
  const date = useDateFormat()
  return (
    <>
      <span className="block wrap-anywhere">{t('invitation.intro', { inviter, email, site: site.name })}</span>
      <span className="mt-2 block">{t(`invitation.roles.${role}`)}</span>
      <span className="mt-2 block">{t('invitation.until', { date: date(expires_at) })}</span>
    </>
  )
}

function RegisterInvited({ invitation, token }: InvitedProps) {
  const t = useTranslate()
  const client = useQueryClient()
  const errorText = useErrorText()
  const form = useForm(
    (values) => signIn(client, invitationPaths.api.register, { ...values, token }, () => adminPaths.overview),
    (error) => {
      const { email, token: ofLink } = fieldProblemsOf(error)
      return email?.[0] ?? ofLink?.[0] ?? errorText(error)
    },
  )
  return (
    <AccountForm
      title={t('invitation.title')}
      intro={<Intro invitation={invitation} />}
      form={form}
      submit={t('invitation.register')}
      below={
        <p className="mt-6 text-center">
          {t('invitation.login')}{' '}
          <Link
            to={paths.login}
            onClick={() => storeRedirect(`${paths.invitation}?token=${encodeURIComponent(token)}`)}
          >
            {t('invitation.login_link')}
          </Link>
        </p>
      }
    >
      <NameFields />
      <AccountPassword isNew />
      <ConsentNote />
    </AccountForm>
  )
}

function Accept({ token }: { token: string }) {
  const t = useTranslate()
  const client = useQueryClient()
  const errorText = useErrorText()
  const { run, isBusy, problem } = useRequest((error) => fieldProblemsOf(error).token?.[0] ?? errorText(error))
  const accept = () =>
    send(client, 'POST', invitationPaths.api.accept, { body: { token } }).then(() => loadFullPage(adminPaths.overview))
  return (
    <>
      <FormProblem text={problem} />
      <button
        type="button"
        className="button mt-4 w-full"
        disabled={isBusy}
        aria-busy={isBusy}
        onClick={() => void run(accept)}
      >
        {isBusy && <Spinner />}
        {t('invitation.accept')}
      </button>
    </>
  )
}

function AnotherAccount({ email }: { email: string }) {
  const t = useTranslate()
  const { run, problem } = useRequest(() => t('invitation.wrong'))
  return (
    <>
      <p className="wrap-anywhere">{t('invitation.other', { email })}</p>
      <button type="button" className="button button-quiet mt-4" onClick={() => void run(signOut)}>
        {t('invitation.log_out')}
      </button>
      <FormProblem text={problem} />
    </>
  )
}

function AcceptInvited({ invitation, token }: InvitedProps) {
  const t = useTranslate()
  const { data: me, error } = useQuery(meQuery)
  if (error && !me) throw error
  return (
    <FormFrame title={t('invitation.title')} intro={<Intro invitation={invitation} />}>
      <div className="mt-6 min-h-40">
        {!me && <Spinner label={t('busy')} />}
        {me && me.email !== invitation.email && <AnotherAccount email={me.email} />}
        {me?.email === invitation.email &&
          (me.role === 'admin' ? (
            <p>{t('invitation.admin')}</p>
          ) : (
            <>
              {isStaff(me) && <p className="font-semibold">{t('invitation.changes')}</p>}
              <Accept token={token} />
            </>
          ))}
      </div>
    </FormFrame>
  )
}

/** Page of an invitation. It is rendered in the browser, since only the owner of the link may see it. */
export function InvitationPage() {
  const t = useTranslate()
  const token = useLinkToken()
  const { is_known, is_signed_in } = useViewer()
  const { data: invitation, error } = useQuery({ ...invitationQuery(token), enabled: is_known && token !== '' })
  if (invitation) {
    const Invited = is_signed_in ? AcceptInvited : RegisterInvited
    return <Invited invitation={invitation} token={token} />
  }
  const problemOf = () => (error ? (fieldProblemsOf(error).token?.[0] ?? t('invitation.wrong')) : '')
  return (
    <LinkStatus
      title={t('invitation.title')}
      problem={is_known && token === '' ? t('confirm.no_token') : problemOf()}
      isBusy={!error && (!is_known || token !== '')}
    />
  )
}
