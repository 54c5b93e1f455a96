import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useViewer } from './viewer.ts'

/**
 * The server's page is a visitor's: a member asks once more for what was answered to one. `path` begins the query's key.
 * A further page that is fetched meanwhile ends that request: with each of `pages` it is sent again.
 */
export function useMemberAnswer(path: string, isForMember: boolean, pages = 1): void {
  const client = useQueryClient()
  const { is_signed_in } = useViewer()
  const isAsking = is_signed_in && !isForMember
  useEffect(() => {
    if (isAsking && pages > 0) void client.invalidateQueries({ queryKey: [path] })
  }, [client, path, isAsking, pages])
}
