import { useRef } from 'react'
import { parseStorage, readStorage, writeStorage } from './storage.ts'

/** Returns a UUID v4. `randomUUID` exists with HTTPS only. */
export function newIdempotencyKey(): string {
  const hex = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')
}

type Attempt = { text: string; key: string }
const isAttempt = ({ text, key }: Attempt) => typeof text === 'string' && typeof key === 'string'

/** Sends a POST with one Idempotency-Key for each `content`, so that a retry creates nothing twice. */
export function useIdempotentRequest(storageKey?: `attempt:${string}`) {
  const attempt = useRef<Attempt | null>(null)
  return async <Result>(content: unknown, send: (headers: Record<string, string>) => Promise<Result>) => {
    const text = JSON.stringify(content)
    const stored = storageKey === undefined ? null : parseStorage(readStorage(storageKey), isAttempt)
    const former = attempt.current ?? stored
    const current = former?.text === text ? former : { text, key: newIdempotencyKey() }
    attempt.current = current
    if (storageKey !== undefined) writeStorage(storageKey, JSON.stringify(current))
    const result = await send({ 'idempotency-key': current.key })
    attempt.current = null
    if (storageKey !== undefined) writeStorage(storageKey, null)
    return result
  }
}
