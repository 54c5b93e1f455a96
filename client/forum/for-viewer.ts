import type { QueryClient } from '@tanstack/react-query'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type * as z from 'zod/mini'
import { getJson } from '../app/api.ts'
import { isSignedIn, useViewer } from '../app/session/viewer.ts'

/** Query data with a flag: true if a member fetched it. Members see more than visitors. */
export type ForViewer<Item> = Item & { for_member: boolean }
export async function getForViewer<Item extends object>(
  client: QueryClient,
  path: string,
  schema: z.ZodMiniType<Item> | false,
  signal: AbortSignal,
): Promise<ForViewer<Item>> {
  const for_member = isSignedIn()
  return { ...(await getJson(client, path, schema, signal)), for_member }
}

/** Refetches visitor data for a member. Repeated when `pages` changes, since fetching a page cancels the refetch. */
export function useRefetchAsMember(path: string, isForMember: boolean, pages = 1): void {
  const client = useQueryClient()
  const { is_signed_in } = useViewer()
  const isAsking = is_signed_in && !isForMember
  useEffect(() => {
    if (isAsking && pages > 0) void client.invalidateQueries({ queryKey: [path] })
  }, [client, path, isAsking, pages])
}
