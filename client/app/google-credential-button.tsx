import { useEffect, useEffectEvent, useRef } from 'react'
import type { GoogleSignIn } from '#shared/users.ts'
import { useSite } from './site.ts'
import { mayLoadGoogle, showGoogleButton } from './google-identity.ts'

type CredentialButtonProps = {
  locale: string
  onCredential: (signIn: GoogleSignIn) => Promise<void>
}

/** Empty on a site where Google signs nobody in. */
export function GoogleCredentialButton({ locale, onCredential }: CredentialButtonProps) {
  const site = useSite()
  const place = useRef<HTMLDivElement>(null)
  const give = useEffectEvent(onCredential)
  useEffect(() => {
    if (site.google_client_id === null || !place.current) return
    if (!mayLoadGoogle()) return location.reload()
    return showGoogleButton(site, { place: place.current, locale, onCredential: (signIn) => give(signIn) })
  }, [site, locale])
  return <div ref={place} className="flex min-h-10 scheme-light" />
}
