import { Languages } from 'lucide-react'
import { useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Post } from '#shared/blog/schema.ts'
import { blogPaths } from '#shared/blog/paths.ts'
import { useLocale } from '../app/i18n.tsx'
import { ApiProblem, send } from '../app/api.ts'
import { isSignedIn, useViewer } from '../app/session/viewer.ts'
import { useAlert, useLoginPrompt } from '../dialogs/dialog-provider.tsx'
import { ShareButton } from '../dialogs/share-button.tsx'
import { SaveToggle } from '../ui/save-toggle.tsx'
import { ToggleLabel } from '../ui/toggle-label.tsx'
import { useTranslate } from './messages.ts'
import { isPostSavedQuery } from './blog.queries.ts'

export function PostActions({ post }: { post: Post }) {
  const t = useTranslate()
  const locale = useLocale()
  const path = blogPaths.post(post.slug)
  const others = post.locales.filter((written) => written !== locale && written !== post.content_locale)
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="needs-script contents">
        <SavePost slug={post.slug} />
        <ShareButton title={post.title} label={t('post.share')} failed={t('post.share_failed')} path={path} />
      </span>
      {others.map((other) => (
        <a key={other} href={`${path}?lang=${other}`} hrefLang={other} rel="alternate" className="button button-quiet">
          <Languages className="size-4" aria-hidden="true" />
          {t(`post.read_in.${other}`)}
        </a>
      ))}
    </div>
  )
}

function SavePost({ slug }: { slug: string }) {
  const t = useTranslate()
  const { isSaved, isBusy, toggle } = useSaved(slug)
  return (
    <SaveToggle isSaved={isSaved} isBusy={isBusy} title={isSaved ? t('post.unsave') : undefined} onToggle={toggle}>
      <ToggleLabel isOn={isSaved} on={t('post.saved')} off={t('post.save')} />
    </SaveToggle>
  )
}

/** Save state of a post. It changes before the response, and is reset if the request fails. */
function useSaved(slug: string) {
  const t = useTranslate()
  const client = useQueryClient()
  const promptLogin = useLoginPrompt()
  const alert = useAlert()
  const { is_signed_in } = useViewer()
  const [sent, setSent] = useState<boolean | null>(null)
  const query = isPostSavedQuery(slug)
  const { queryKey } = query
  const { data = false } = useQuery({ ...query, enabled: is_signed_in })
  const isSaved = sent ?? (is_signed_in && data)
  const toggle = async (): Promise<void> => {
    const next = !isSaved
    const askToLogIn = () => promptLogin(t('post.log_in'), undefined, next ? { kind: 'save_post', slug } : undefined)
    // Visitors can click the button before the page shows who is signed in.
    if (!isSignedIn()) askToLogIn()
    if (!isSignedIn() || sent !== null) return
    setSent(next)
    try {
      if (next) await send(client, 'POST', blogPaths.api.save(slug))
      else await send(client, 'DELETE', blogPaths.api.unsave(slug))
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, next)
      void client.invalidateQueries({ queryKey: ['saved', 'posts'], refetchType: 'none' })
    } catch (error) {
      if (error instanceof ApiProblem && error.status === 401) askToLogIn()
      else if (error instanceof ApiProblem) alert(t('post.save_failed'), { note: t('common.try_later') })
      else alert(t('post.network_failed'), { note: t('common.check_connection') })
    } finally {
      setSent(null)
    }
  }
  return { isSaved, isBusy: sent !== null, toggle }
}
