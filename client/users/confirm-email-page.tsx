import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { ConfirmedEmail } from '#shared/users.ts'
import { send } from '../app/api.ts'
import { fieldProblemsOf, FormProblem } from '../app/form.tsx'
import { useSite } from '../app/site.ts'
import { FormFrame } from './form-frame.tsx'
import { useTranslate } from './messages.ts'
import { useSingleFlight } from './use-single-flight.ts'
import { useLinkToken } from './use-link-token.ts'

export function ConfirmEmailPage() {
  const site = useSite()
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
    <FormFrame
      title={t('confirm.title')}
      note={outcome.state === 'done' ? t(wasConfirmed ? 'confirm.done_before' : 'confirm.done') : undefined}
      withoutScript={t('without_script')}
    >
      <title>{`${t('confirm.title')} · ${site.name}`}</title>
      <div className="mt-6 min-h-40">
        <FormProblem text={problem} />
        {outcome.state === 'busy' && <p className="needs-script">{t('confirm.busy')}</p>}
        {outcome.state !== 'busy' && (
          <p className="mt-6">
            <Link to={problem ? paths.profile : paths.library} className="button">
              {problem ? t('confirm.again') : t('confirm.on')}
            </Link>
          </p>
        )}
      </div>
    </FormFrame>
  )
}
