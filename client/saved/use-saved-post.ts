import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { blogPaths } from '#shared/blog-paths.ts'
import { ApiProblem, send } from '../app/api.ts'
import { isSignedIn, useViewer } from '../app/viewer.ts'
import { useAlert, useLoginPrompt } from '../dialogs/dialog-provider.tsx'
import { useTranslate } from './messages.ts'
import { useTranslatePosts } from './saved-posts.messages.ts'
import { savedPostQuery } from './saved-posts.queries.ts'

/** Of a post that is listed as saved, nobody has to ask: `is_saved`. */
export function useSavedPost({ slug, is_saved }: { slug: string; is_saved?: boolean }) {
  const t = useTranslate()
  const tPosts = useTranslatePosts()
  const client = useQueryClient()
  const promptLogin = useLoginPrompt()
  const alert = useAlert()
  const { is_signed_in } = useViewer()
  const [sent, setSent] = useState<boolean | null>(null)
  const query = savedPostQuery(slug)
  const { queryKey } = query
  const { data = is_saved ?? false } = useQuery({ ...query, enabled: is_signed_in && is_saved === undefined })
  const isSaved = sent ?? (is_signed_in && data)
  /** Shown at once, and as it was before where that fails. Answers whether it was done. */
  const put = async (wanted: boolean): Promise<boolean> => {
    const askToLogIn = () =>
      promptLogin(tPosts('saved_posts.log_in'), undefined, wanted ? { kind: 'save_post', slug } : undefined)
    if (!isSignedIn()) askToLogIn()
    if (!isSignedIn() || sent !== null) return false
    setSent(wanted)
    try {
      await client.cancelQueries({ queryKey })
      if (wanted) await send(client, 'POST', blogPaths.api.save(slug))
      else await send(client, 'DELETE', blogPaths.api.unsave(slug))
      client.setQueryData(queryKey, wanted)
      // A list that is on the screen keeps its rows, so that a slip can be undone.
      void client.invalidateQueries({ queryKey: ['saved', 'posts'], refetchType: 'none' })
      return true
    } catch (error) {
      if (error instanceof ApiProblem && error.status === 401) askToLogIn()
      else alert(t(error instanceof ApiProblem ? 'marks.save_failed' : 'marks.network_failed'))
      return false
    } finally {
      setSent(null)
    }
  }
  return { isSaved, isBusy: sent !== null, put, toggle: () => put(!isSaved) }
}
