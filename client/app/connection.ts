import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { paths } from '#shared/paths.ts'

const [firstDelayMs, maxDelayMs] = [1_000, 30_000]

export const isReachable = () =>
  fetch(paths.health, { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  )

const waitForRetry = (delay: number) =>
  new Promise<void>((resolve) => {
    const finish = () => {
      clearTimeout(timer)
      removeEventListener('online', finish)
      resolve()
    }
    const timer = setTimeout(finish, delay)
    addEventListener('online', finish)
  })

async function reconnect(): Promise<void> {
  for (let delay = firstDelayMs; !(await isReachable()); delay = Math.min(delay * 2, maxDelayMs)) {
    onlineManager.setOnline(false)
    await waitForRetry(delay)
  }
  onlineManager.setOnline(true)
}

let reconnecting: Promise<void> | undefined
/** Resolves when the server can be reached again; queries pause until then. */
export function whenReachable(): Promise<void> {
  return (reconnecting ??= reconnect().finally(() => (reconnecting = undefined)))
}

const checkConnection = () => void whenReachable()
/** Checks the server when the browser reports a change of the network. */
export function watchConnection(): void {
  onlineManager.setEventListener(() => {
    addEventListener('offline', checkConnection)
    return () => removeEventListener('offline', checkConnection)
  })
}

const subscribe = (changed: () => void) => onlineManager.subscribe(changed)
export const useIsOnline = () =>
  useSyncExternalStore(
    subscribe,
    () => onlineManager.isOnline(),
    () => true,
  )
