import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import type { LockableItem } from '../app/api.ts'
import { useViewer } from '../app/session/viewer.ts'

export type LockState = 'locked' | 'checking' | { retry: () => void }

/** Returns if the item is locked. The server renders for visitors, so a member's lock needs a new request. */
export function useLock(
  { queryKey }: { queryKey: readonly string[] },
  opened: LockableItem<unknown, unknown>,
): LockState {
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
  if (!isUnsure) return 'locked'
  if (failedPath !== path) return 'checking'
  const retry = () => {
    setFailedPath(null)
    ask()
  }
  return { retry }
}
