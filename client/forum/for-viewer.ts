import type { QueryClient } from '@tanstack/react-query'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type * as z from 'zod/mini'
import { getFrom } from '../app/api.ts'
import { isSignedIn, useViewer } from '../app/session/viewer.ts'

/** What a member is answered is not what a visitor is: whether one asked is noted with it. */
export type ForViewer<Item> = Item & { for_member: boolean }
export async function getForViewer<Item extends object>(
  client: QueryClient,
  path: string,
  schema: z.ZodMiniType<Item> | false,
  signal: AbortSignal,
): Promise<ForViewer<Item>> {
  const for_member = isSignedIn()
  return { ...(await getFrom(client, path, schema, signal)), for_member }
}

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
