import { useEffect, useEffectEvent, useRef } from 'react'
import type { GoogleSignIn } from '#shared/users.ts'
import { useSite } from './site.ts'
import { mayLoadGoogle, showGoogleButton } from './google-identity.ts'

type CredentialButtonProps = {
  locale: string
  onCredential: (signIn: GoogleSignIn) => Promise<void>
  onThere?: (isThere: boolean) => void
}

/** Empty on a site where Google signs nobody in. */
export function GoogleCredentialButton({ locale, onCredential, onThere }: CredentialButtonProps) {
  const site = useSite()
  const place = useRef<HTMLDivElement>(null)
  const give = useEffectEvent(onCredential)
  const tell = useEffectEvent((isThere: boolean) => onThere?.(isThere))
  useEffect(() => {
    if (site.google_client_id === null || !place.current) return
    if (!mayLoadGoogle()) return location.reload()
    return showGoogleButton(site, {
      place: place.current,
      locale,
      onCredential: (signIn) => give(signIn),
      onThere: (isThere) => tell(isThere),
    })
  }, [site, locale])
  return <div ref={place} className="flex min-h-10 scheme-light" />
}
