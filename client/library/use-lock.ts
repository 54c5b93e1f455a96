import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import type { Opened } from '../api.ts'
import { useViewer } from '../viewer.ts'

/** What becomes of a lock: it holds, a member's browser asks again, or that failed and can be tried once more. */
export type LockState = 'holds' | 'asking' | { retry: () => void }

/** The server's page shows an item to a visitor: a member asks again before its lock is believed. */
export function useLock({ queryKey }: { queryKey: readonly string[] }, opened: Opened<unknown, unknown>): LockState {
  const client = useQueryClient()
  const { is_signed_in } = useViewer()
  const [failedPath, setFailedPath] = useState<string | null>(null)
  const isUnsure = opened.locked && is_signed_in && !opened.was_signed_in
  const [path] = queryKey
  const ask = useCallback(() => {
    client
      .refetchQueries({ queryKey: [path], exact: true }, { throwOnError: true })
      .catch(() => setFailedPath(path ?? null))
  }, [client, path])
  useEffect(() => {
    if (isUnsure) ask()
  }, [isUnsure, ask])
  if (!isUnsure) return 'holds'
  if (failedPath !== path) return 'asking'
  const retry = () => {
    setFailedPath(null)
    ask()
  }
  return { retry }
}
