import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { defaultTier } from '#shared/library.ts'
import { paths } from '#shared/paths.ts'
import { TierStatus, tierOf } from '#shared/subscription.ts'
import { apiQuery } from '../api.ts'
import { keepTier } from '../viewer.ts'

/** Learns a member's tier; where it cannot be had, it is that of a visitor. */
export function Member() {
  const { data, isError } = useQuery(apiQuery(paths.api.subscriptionStatus, TierStatus))
  useEffect(() => {
    if (isError) keepTier(defaultTier)
    else if (data) keepTier(tierOf(data))
  }, [data, isError])
  return null
}
