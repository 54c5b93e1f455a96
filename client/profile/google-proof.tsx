import { useId, useRef, useState } from 'react'
import { paths } from '#shared/paths.ts'
import type { Problem } from '#shared/problem.ts'
import type { GoogleSignIn, Me } from '#shared/users/schema.ts'
import { Link } from '../app/link.tsx'
import { ApiProblem, isResponseLost } from '../app/api.ts'
import { fieldProblemsOf, FormPassword } from '../app/form.tsx'
import type { FormState } from '../app/form.tsx'
import { useLocale } from '../app/i18n.tsx'
import { useSite } from '../app/site.ts'
import { GoogleCredentialButton } from '../app/session/google-identity.tsx'
import { useTranslate } from './messages.ts'

/** Google credential of an account without a password. It is kept until the server uses or refuses it. */
export function useGoogleProof() {
  const [proof, setProof] = useState<GoogleSignIn | null>(null)
  const withProof = async <Result,>(send: (body: { google?: GoogleSignIn }) => Promise<Result>): Promise<Result> => {
    try {
      const result = await send(proof ? { google: proof } : {})
      setProof(null)
      return result
    } catch (error) {
      if (fieldProblemsOf(error).google) setProof(null)
      throw error
    }
  }
  return { isProven: proof !== null, onProof: setProof, withProof }
}

type GoogleProofProps = Pick<ReturnType<typeof useGoogleProof>, 'isProven' | 'onProof'> & { error: string | undefined }

/** Focuses the element, since the focused button is no longer on the page. */
const focusElement = (element: HTMLElement | null) => element?.focus()

function GoogleProof({ isProven, onProof, error }: GoogleProofProps) {
  const t = useTranslate()
  const site = useSite()
  const locale = useLocale()
  const id = useId()
  if (site.google_client_id === null)
    return (
      <p>
        {t('google.unavailable')} <Link to={paths.forgotPassword}>{t('google.forgot')}</Link>
      </p>
    )
  return (
    <fieldset aria-describedby={error && `${id}-note`}>
      <legend className="mb-1 font-semibold">{t('google.label')}</legend>
      {isProven ? (
        <output tabIndex={-1} ref={focusElement} className="flex min-h-10 items-center">
          {t('google.confirmed')}
        </output>
      ) : (
        <GoogleCredentialButton locale={locale} onCredential={async (signIn) => onProof(signIn)} />
      )}
      {error && (
        <p id={`${id}-note`} className="mt-1 text-sm text-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
}

export function ProfilePassword(field: Omit<Parameters<typeof FormPassword>[0], 'show' | 'hide'>) {
  const t = useTranslate()
  return <FormPassword show={t('password.show')} hide={t('password.hide')} {...field} />
}

type IdentityProofProps = {
  me: Me
  google: ReturnType<typeof useGoogleProof>
  form: FormState
  label: string
  name?: string
}

/** Field for the current password, or Google's button for an account without a password. */
export function IdentityProof({ me, google, form, ...field }: IdentityProofProps) {
  return me.has_password ? <ProfilePassword {...field} /> : <GoogleProof {...google} error={form.errorOf('google')} />
}

const isSignedOut = ({ body }: ApiProblem) => (body as Partial<Problem> | null)?.code === 'signed_out'

/** Returns null if a repeated request is refused because the first one, whose response was lost, ended the session. */
export function useSessionEndingRequest() {
  const wasLost = useRef(false)
  return async <Result,>(send: () => Promise<Result>): Promise<Result | null> => {
    try {
      return await send()
    } catch (error) {
      if (wasLost.current && error instanceof ApiProblem && (error.status === 401 || isSignedOut(error))) return null
      wasLost.current ||= isResponseLost(error)
      throw error
    }
  }
}
