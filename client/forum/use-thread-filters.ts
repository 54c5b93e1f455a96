import { useOptimistic, useTransition } from 'react'
import { useNavigate } from 'react-router-dom'
import { ForumQuery } from '#shared/forum.ts'
import { forumPaths } from '#shared/forum-paths.ts'
import { usePageQuery } from '../app/page-query.ts'
import type { ThreadFilters } from './forum.queries.ts'

/** What the address asks of the list, and how to ask for something else: `chosen` follows the hand at once. */
export function useThreadFilters() {
  const navigate = useNavigate()
  const filters: ThreadFilters = usePageQuery(ForumQuery)
  const [isPending, startTransition] = useTransition()
  const [chosen, setChosen] = useOptimistic(filters)
  const choose = (changes: ThreadFilters) =>
    startTransition(() => {
      const { cursor: _, ...wanted } = { ...chosen, ...changes }
      setChosen(wanted)
      void navigate(forumPaths.forum(wanted))
    })
  return { filters, chosen, choose, isPending }
}
