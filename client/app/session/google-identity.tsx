import { useEffect, useEffectEvent, useRef } from 'react'
import { paths, googlePages } from '#shared/paths.ts'
import type { GoogleSignIn } from '#shared/users/schema.ts'
import type { Site } from '#shared/site/schema.ts'
import { useSite } from '../site.ts'

type GoogleAccounts = {
  initialize: (
    options: Record<string, unknown> & { callback: (answer: { credential?: string; state?: string }) => void },
  ) => void
  renderButton: (container: HTMLElement, options: Record<string, unknown>) => void
}
type Button = {
  container: HTMLElement
  locale: string
  onCredential: (signIn: GoogleSignIn) => Promise<void>
  onThere?: ((isThere: boolean) => void) | undefined
}

const source = 'https://accounts.google.com/gsi/client'
const [scriptTimeoutMs, pollMs] = [10_000, 50]
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

function makeNonce(): string {
  let nonce = ''
  while (nonce.length < 24)
    for (const byte of crypto.getRandomValues(new Uint8Array(32)))
      // Accepts bytes below 248 (4 × 62), so that each letter is equally likely.
      if (byte < 248 && nonce.length < 24) nonce += letters[byte % letters.length]
  return nonce
}

const accounts = () => (globalThis as { google?: { accounts?: { id?: GoogleAccounts } } }).google?.accounts?.id

/** Buttons on the page with their state. Google supports one nonce and one callback per page. */
const buttons = new Map<string, Button>()

const reportUnreachable = () => buttons.forEach(({ onThere }) => onThere?.(false))

function addScript() {
  const script = document.createElement('script')
  script.src = source
  script.async = true
  script.addEventListener('error', () => {
    script.remove()
    reportUnreachable()
  })
  document.head.append(script)
}

async function loadGoogle(): Promise<GoogleAccounts> {
  if (!document.querySelector(`script[src="${source}"]`)) addScript()
  for (let waitedMs = 0; waitedMs < scriptTimeoutMs; waitedMs += pollMs) {
    const found = accounts()
    if (found) return found
    await new Promise((resolve) => void setTimeout(resolve, pollMs))
  }
  throw new Error("Google's sign-in script did not load.")
}

/** True if the first document's CSP allows Google's script. Only the sign-in pages allow it. */
function mayLoadGoogle(): boolean {
  const [opened] = performance.getEntriesByType('navigation')
  return googlePages.includes(new URL(opened?.name ?? location.href).pathname)
}

let rendering: Promise<void> | undefined

function renderButton(google: GoogleAccounts, state: string, { container, locale, onThere }: Button) {
  container.replaceChildren()
  google.renderButton(container, { shape: 'pill', size: 'medium', theme: 'outline', width: 200, locale, state })
  onThere?.(true)
}

async function renderButtons(site: Site): Promise<void> {
  const google = await loadGoogle()
  const nonce = makeNonce()
  const callback = async ({ credential, state }: { credential?: string; state?: string }) => {
    const button = buttons.get(state ?? [...buttons.keys()][0] ?? '')
    if (!credential) console.error('Google gave no credential.')
    else await button?.onCredential({ access_token: credential, nonce })
    await renderButtons(site)
  }
  google.initialize({
    client_id: site.google_client_id,
    nonce,
    ux_mode: 'popup',
    login_uri: `${site.url}${paths.api.googleFallback}`,
    callback: (answer) => void callback(answer),
  })
  for (const [state, button] of buttons) renderButton(google, state, button)
}

export function showGoogleButton(site: Site, button: Button): () => void {
  const state = makeNonce()
  buttons.set(state, button)
  rendering ??= Promise.resolve()
    .then(() => renderButtons(site))
    .catch((error: Error) => {
      console.error(error.message)
      reportUnreachable()
    })
    .finally(() => (rendering = undefined))
  return () => void buttons.delete(state)
}

type CredentialButtonProps = {
  locale: string
  onCredential: (signIn: GoogleSignIn) => Promise<void>
  onThere?: (isThere: boolean) => void
}

export function GoogleCredentialButton({ locale, onCredential, onThere }: CredentialButtonProps) {
  const site = useSite()
  const container = useRef<HTMLDivElement>(null)
  const notifyCredential = useEffectEvent(onCredential)
  const reportAvailability = useEffectEvent((isThere: boolean) => onThere?.(isThere))
  useEffect(() => {
    if (site.google_client_id === null || !container.current) return
    if (!mayLoadGoogle()) return location.reload()
    return showGoogleButton(site, {
      container: container.current,
      locale,
      onCredential: (signIn) => notifyCredential(signIn),
      onThere: (isThere) => reportAvailability(isThere),
    })
  }, [site, locale])
  return <div ref={container} className="flex min-h-10 scheme-light" />
}
