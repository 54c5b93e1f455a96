import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { defaultTier } from '#shared/tier.ts'
import { paths } from '#shared/paths.ts'
import { TierStatus, tierOf } from '#shared/subscription.ts'
import { apiQuery } from '../app/api.ts'
import { storeTier } from '../app/viewer.ts'

/** Learns a member's tier; where it cannot be had, it is that of a visitor. */
export function Member() {
  const { data, isError } = useQuery({
    ...apiQuery(paths.api.subscriptionStatus, import.meta.env.DEV && TierStatus),
    refetchOnWindowFocus: 'always',
  })
  useEffect(() => {
    if (isError) storeTier(defaultTier)
    else if (data) storeTier(tierOf(data))
  }, [data, isError])
  return null
}
