import { useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { paymentPaths } from '#shared/subscription/payment-paths.ts'
import { problemDetailOf, send } from '../app/api.ts'
import { useRequest } from '../app/form.tsx'
import { Dialog, DialogClose } from '../ui/dialog.tsx'
import { useTranslate } from './messages.ts'

type RequestButtonProps = {
  label: string
  className?: string
  request: () => Promise<unknown>
  onDone?: () => void
  failure?: string
  /** Dialog that asks for a confirmation first. */
  confirmation?: { title: string; text: ReactNode; cancel: string; submit: string; isDanger?: boolean } | undefined
}

/** Button that sends a request, with the error below it. */
export function RequestButton({ label, className = 'button button-quiet', confirmation, ...rest }: RequestButtonProps) {
  const t = useTranslate()
  const { request, onDone, failure } = rest
  const { run, isBusy, problem } = useRequest((error) => failure ?? problemDetailOf(error) ?? t('subscription.failed'))
  const [isAsking, setAsking] = useState(false)
  const start = async () => {
    const isDone = await run(request)
    setAsking(false)
    if (isDone) onDone?.()
  }
  return (
    <>
      <button
        type="button"
        className={className}
        aria-busy={isBusy}
        onClick={() => (confirmation ? setAsking(true) : void start())}
      >
        {label}
      </button>
      {problem && (
        <p role="alert" className="w-full text-danger">
          {problem}
        </p>
      )}
      {isAsking && confirmation && (
        <Dialog title={confirmation.title} isAlert onClose={() => setAsking(false)}>
          <div className="mt-2 grid gap-2 text-muted">{confirmation.text}</div>
          <p className="mt-6 flex flex-wrap justify-end gap-3">
            <DialogClose className="button button-quiet">{confirmation.cancel}</DialogClose>
            <button
              type="button"
              className={`button ${confirmation.isDanger === false ? '' : 'button-danger'}`}
              aria-busy={isBusy}
              onClick={() => void start()}
            >
              {confirmation.submit}
            </button>
          </p>
        </Dialog>
      )}
    </>
  )
}

/** Opens a page of Stripe. Resolves when Back restores this page from the back-forward cache. */
export async function openPortal(client: QueryClient, path: string) {
  const { url } = await send<{ url: string }>(client, 'POST', path)
  location.assign(url)
  await new Promise((resolve) => addEventListener('pageshow', resolve, { once: true }))
}

type PortalButtonProps = { path?: string; label: string; className?: string }

export function PortalButton({ path = paymentPaths.billingPortal, ...button }: PortalButtonProps) {
  const client = useQueryClient()
  return <RequestButton request={() => openPortal(client, path)} {...button} />
}
