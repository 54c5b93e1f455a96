import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { TokenPair } from '#shared/users.ts'
import type { GoogleSignIn } from '#shared/users.ts'
import { send } from '../app/api.ts'
import { storeRedirect } from '../app/redirect.ts'
import { useSite } from '../app/site.ts'
import { completeSignIn, logFailure, targetOf } from './complete-sign-in.ts'
import { GoogleCredentialButton } from '../app/google-credential-button.tsx'
import { storePendingLink } from './required-link.ts'

/** Signs in by Google. What fails about it is told to the console alone: the form beside it stays usable. */
export function GoogleButton({ or }: { or: string }) {
  const site = useSite()
  const client = useQueryClient()
  const navigate = useNavigate()
  const signIn = async (body: GoogleSignIn) => {
    const search = new URLSearchParams(location.search)
    try {
      const pair = await send(client, 'POST', paths.api.google, { body, schema: import.meta.env.DEV && TokenPair })
      await completeSignIn(client, pair, targetOf(search))
    } catch (error) {
      if (!storePendingLink(error)) return logFailure(error)
      const next = search.get('next')
      if (next) storeRedirect(next)
      await navigate(paths.google)
    }
  }
  if (site.google_client_id === null) return null
  return (
    <div className="needs-script mt-6">
      <p className="text-center text-sm text-muted">{or}</p>
      <div className="mt-4 flex justify-center">
        <GoogleCredentialButton locale="en" onCredential={signIn} />
      </div>
    </div>
  )
}
