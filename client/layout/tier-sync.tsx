import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { defaultTier } from '#shared/tier.ts'
import { paths } from '#shared/paths.ts'
import { TierStatus, tierOfStatus } from '#shared/subscription/schema.ts'
import { apiQuery } from '../app/api.ts'
import { resetQueries } from '../app/reset-queries.ts'
import { readStorage, subscribeStorage, writeStorage } from '../app/storage.ts'

/** Stores a member's tier, so that the next page shows no wrong locks. A changed tier refetches all data. */
export function TierSync() {
  const client = useQueryClient()
  const { data, isError } = useQuery({
    ...apiQuery(paths.api.subscriptionStatus, import.meta.env.DEV && TierStatus),
    refetchOnWindowFocus: 'always',
  })
  useEffect(() => {
    const tier = isError ? defaultTier : data && tierOfStatus(data)
    if (tier !== undefined && tier !== Number(readStorage('viewer.tier'))) writeStorage('viewer.tier', String(tier))
  }, [data, isError])
  useEffect(() => subscribeStorage('viewer.tier', () => resetQueries(client)), [client])
  return null
}
