import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import type { GoogleSignIn } from '#shared/users/schema.ts'
import { storeRedirect } from '../app/session/redirect.ts'
import { useSite } from '../app/site.ts'
import { FormProblem } from '../app/form.tsx'
import { blockedAccountText, logSignInFailure, signIn, signInTarget, storePendingLink } from './complete-sign-in.ts'
import { GoogleCredentialButton } from '../app/session/google-identity.tsx'

const classNames = { coming: 'invisible', there: '', missing: 'invisible order-last' }

/** Google's button above the form. If Google is unreachable, its space moves below the form. */
export function GoogleButton({ or, children }: { or: string; children: ReactNode }) {
  const site = useSite()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [availability, setAvailability] = useState<keyof typeof classNames>('coming')
  const [refusal, setRefusal] = useState('')
  const onCredential = async (body: GoogleSignIn) => {
    const search = new URLSearchParams(location.search)
    try {
      await signIn(client, paths.api.google, body, () => signInTarget(search))
    } catch (error) {
      if (!storePendingLink(error)) {
        setRefusal(blockedAccountText(error) ?? '')
        return logSignInFailure(error)
      }
      const next = search.get('next')
      if (next) storeRedirect(next)
      await navigate(paths.google)
    }
  }
  if (site.google_client_id === null) return children
  return (
    <div className="flex flex-col">
      <div className={`needs-script mt-6 ${classNames[availability]}`}>
        {refusal !== '' && <FormProblem text={refusal} />}
        <p className="text-center text-sm text-muted">{or}</p>
        <div className="mt-4 flex justify-center">
          <GoogleCredentialButton
            locale="en"
            onCredential={onCredential}
            onThere={(isThere) => setAvailability(isThere ? 'there' : 'missing')}
          />
        </div>
      </div>
      {children}
    </div>
  )
}
