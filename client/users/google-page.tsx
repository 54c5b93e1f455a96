import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { Link } from '../app/link.tsx'
import { NetworkProblem } from '../app/api.ts'
import { whenReachable } from '../app/connection.ts'
import { useHydrated } from '../ui/use-hydrated.ts'
import { blockedAccountText, logSignInFailure, readPendingLink, signIn, storePendingLink } from './complete-sign-in.ts'
import { LinkStatus } from './account-form.tsx'
import { GoogleLinkForm, GoogleLinkByMail } from './google-link.tsx'
import { useTranslate } from './messages.ts'
import { useSingleFlight } from './use-single-flight.ts'

function Frame({ hasFailed = false, problem }: { hasFailed?: boolean; problem?: string | null }) {
  const t = useTranslate()
  return (
    <LinkStatus title={t('google.title')} problem={hasFailed ? (problem ?? t('google.wrong')) : ''} isBusy={!hasFailed}>
      {hasFailed && (
        <p className="mt-6">
          <Link to={paths.login} className="button">
            {t('google.back')}
          </Link>
        </p>
      )}
    </LinkStatus>
  )
}

function CodeExchange({ code }: { code: string }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const outcome = useSingleFlight(`google ${code}`, async () => {
    try {
      const exchange = () => signIn(client, paths.api.googleCode, { code })
      // The code is valid for a minute and can be exchanged again.
      await exchange().catch((error: unknown) =>
        error instanceof NetworkProblem ? whenReachable().then(exchange) : Promise.reject(error),
      )
    } catch (error) {
      if (storePendingLink(error)) return navigate(paths.google, { replace: true })
      logSignInFailure(error)
      throw error
    }
  })
  return outcome.state === 'failed' ? <Frame hasFailed problem={blockedAccountText(outcome.error)} /> : <Frame />
}

export function GooglePage() {
  const [search] = useSearchParams()
  const isHydrated = useHydrated()
  // Removes the secret query from the browser's history. The router still has it.
  useEffect(() => history.replaceState(history.state, '', paths.google), [])
  if (!isHydrated) return <Frame />
  const [token, code] = [search.get('token'), search.get('code')]
  if (token !== null) return <GoogleLinkByMail token={token} />
  if (code !== null) return <CodeExchange code={code} />
  const link = search.has('error') ? null : readPendingLink()
  return link ? <GoogleLinkForm link={link} /> : <Frame hasFailed />
}
