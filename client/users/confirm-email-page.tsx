import { useQueryClient } from '@tanstack/react-query'
import { paths } from '#shared/paths.ts'
import { ConfirmedEmail } from '#shared/users/schema.ts'
import { Link } from '../app/link.tsx'
import { send } from '../app/api.ts'
import { fieldProblemsOf } from '../app/form.tsx'
import { readStoredPurchaseTarget } from '../app/purchase-target.ts'
import { LinkStatus } from './account-form.tsx'
import { useTranslate } from './messages.ts'
import { useSingleFlight } from './use-single-flight.ts'
import { useLinkToken } from '../app/session/use-link-token.ts'

/** Log-in page. It leads to the plans if the registration came from there, since the mail opens another tab. */
function nextPath(): string {
  const target = readStoredPurchaseTarget()
  if (target === undefined) return paths.startHere
  return `${paths.login}?next=${encodeURIComponent(`${paths.subscription}?for=${target}`)}`
}

export function ConfirmEmailPage() {
  const t = useTranslate()
  const client = useQueryClient()
  const token = useLinkToken()
  const outcome = useSingleFlight(`confirm ${token}`, async () => {
    if (token === '') throw new Error('There is no token.')
    return send(client, 'POST', paths.api.confirmEmail, {
      body: { token },
      schema: import.meta.env.DEV && ConfirmedEmail,
    })
  })
  const problemOf = (error: unknown) =>
    token === '' ? t('confirm.no_token') : (fieldProblemsOf(error).token?.[0] ?? t('confirm.wrong'))
  const problem = outcome.state === 'failed' ? problemOf(outcome.error) : ''
  const wasConfirmed = outcome.state === 'done' && outcome.result.was_confirmed
  return (
    <LinkStatus
      title={t('confirm.title')}
      note={outcome.state === 'done' ? t(wasConfirmed ? 'confirm.done_before' : 'confirm.done') : undefined}
      problem={problem}
      isBusy={outcome.state === 'busy'}
    >
      {outcome.state !== 'busy' && (
        <p className="mt-6">
          <Link to={problem ? paths.profile : nextPath()} className="button">
            {t(problem ? 'confirm.again' : nextPath() === paths.startHere ? 'confirm.on' : 'confirm.next')}
          </Link>
        </p>
      )}
    </LinkStatus>
  )
}
