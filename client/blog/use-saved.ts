import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { blogPaths } from '#shared/blog-paths.ts'
import { ApiProblem, send } from '../app/api.ts'
import { isSignedIn, useViewer } from '../app/viewer.ts'
import { useAlert, useLoginPrompt } from '../dialogs/dialog-provider.tsx'
import { savedQuery } from './blog.queries.ts'
import { useTranslate } from './messages.ts'

/** Whether one has saved the post, and how to change that: shown at once, and as it was before where that fails. */
export function useSaved(slug: string) {
  const t = useTranslate()
  const client = useQueryClient()
  const promptLogin = useLoginPrompt()
  const alert = useAlert()
  const { is_signed_in } = useViewer()
  const [sent, setSent] = useState<boolean | null>(null)
  const query = savedQuery(slug)
  const { queryKey } = query
  const { data = false } = useQuery({ ...query, enabled: is_signed_in })
  const isSaved = sent ?? (is_signed_in && data)
  const put = async (wanted: boolean): Promise<void> => {
    const askToLogIn = () => promptLogin(t('post.log_in'), undefined, wanted ? { kind: 'save_post', slug } : undefined)
    // A click may come before this part has been rendered for the member.
    if (!isSignedIn()) askToLogIn()
    if (!isSignedIn() || sent !== null) return
    setSent(wanted)
    try {
      await client.cancelQueries({ queryKey })
      if (wanted) await send(client, 'POST', blogPaths.api.save(slug))
      else await send(client, 'DELETE', blogPaths.api.unsave(slug))
      client.setQueryData(queryKey, wanted)
      void client.invalidateQueries({ queryKey: ['saved', 'posts'], refetchType: 'none' })
    } catch (error) {
      if (error instanceof ApiProblem && error.status === 401) askToLogIn()
      else alert(t(error instanceof ApiProblem ? 'post.save_failed' : 'post.network_failed'))
    } finally {
      setSent(null)
    }
  }
  return { isSaved, isBusy: sent !== null, put }
}
