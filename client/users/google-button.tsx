import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { paths } from '#shared/paths.ts'
import { TokenPair } from '#shared/users.ts'
import { send } from '../api.ts'
import { useSite } from '../site.ts'
import { enter, logFailure, targetOf } from './enter.ts'

type GoogleAccounts = {
  initialize: (options: Record<string, unknown> & { callback: (answer: { credential?: string }) => void }) => void
  renderButton: (place: HTMLElement, options: Record<string, unknown>) => void
}

const source = 'https://accounts.google.com/gsi/client'
/** How long the script is waited for, and how often it is looked for, in ms. */
const [patience, step] = [10_000, 50]
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** 24 random alphanumeric characters, each as likely as any other. */
function makeNonce(): string {
  let nonce = ''
  while (nonce.length < 24)
    for (const byte of crypto.getRandomValues(new Uint8Array(32)))
      if (byte < 248 && nonce.length < 24) nonce += letters[byte % letters.length]
  return nonce
}

const accounts = () => (globalThis as { google?: { accounts?: { id?: GoogleAccounts } } }).google?.accounts?.id

async function loadGoogle(): Promise<GoogleAccounts> {
  if (!document.querySelector(`script[src="${source}"]`)) {
    const script = document.createElement('script')
    script.src = source
    script.async = true
    document.head.append(script)
  }
  for (let waited = 0; waited < patience; waited += step) {
    const found = accounts()
    if (found) return found
    await new Promise((resolve) => void setTimeout(resolve, step))
  }
  throw new Error("Google's sign-in script did not load.")
}

/** Only a document that was opened at a form may load the script: its policy came with it. */
function mayLoad(): boolean {
  const [opened] = performance.getEntriesByType('navigation')
  const path = new URL(opened?.name ?? location.href).pathname
  return path === paths.login || path === paths.register
}

/** Google's own button. What fails about it is told to the console alone: the form beside it stays usable. */
export function GoogleButton({ or }: { or: string }) {
  const site = useSite()
  const client = useQueryClient()
  const place = useRef<HTMLDivElement>(null)
  const client_id = site.google_client_id
  useEffect(() => {
    if (client_id === null) return
    if (!mayLoad()) return location.reload()
    let isHere = true
    const show = (google: GoogleAccounts) => {
      if (!isHere || !place.current) return
      const nonce = makeNonce()
      const signIn = async (credential: string) => {
        const body = { access_token: credential, nonce }
        const pair = await send(client, 'POST', paths.api.google, { body, schema: TokenPair })
        await enter(client, pair, targetOf(new URLSearchParams(location.search)))
      }
      google.initialize({
        client_id,
        nonce,
        ux_mode: 'popup',
        login_uri: `${site.url}${paths.api.googleFallback}`,
        callback: ({ credential }) => {
          if (!credential) {
            console.error('Google gave no credential.')
            return show(google)
          }
          signIn(credential).catch((error: unknown) => {
            logFailure(error)
            // Each attempt has a nonce of its own.
            show(google)
          })
        },
      })
      place.current.replaceChildren()
      google.renderButton(place.current, { shape: 'pill', size: 'medium', theme: 'outline', width: 200, locale: 'en' })
    }
    loadGoogle().then(show, (error: Error) => console.error(error.message))
    return () => {
      isHere = false
    }
  }, [client, client_id, site.url])
  if (client_id === null) return null
  return (
    <div className="needs-script mt-6">
      <p className="text-center text-sm text-muted">{or}</p>
      <div ref={place} className="mt-4 flex min-h-10 justify-center scheme-light" />
    </div>
  )
}
