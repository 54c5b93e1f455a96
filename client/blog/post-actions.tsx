import { Languages, Share2, Bookmark } from 'lucide-react'
import { useRef, useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Post } from '#shared/blog/schema.ts'
import { blogPaths } from '#shared/blog/paths.ts'
import { useLocale } from '../app/i18n.tsx'
import { useRestoreFocus } from '../ui/use-restore-focus.ts'
import { ApiProblem, send } from '../app/api.ts'
import { isSignedIn, useViewer } from '../app/session/viewer.ts'
import { useAlert, useLoginPrompt } from '../dialogs/dialog-provider.tsx'
import { copyText } from '../ui/copy-text.ts'
import { useToast } from '../ui/toast.tsx'
import { useTranslate } from './messages.ts'
import { isPostSavedQuery } from './blog.queries.ts'

export function PostActions({ post }: { post: Post }) {
  const t = useTranslate()
  const locale = useLocale()
  const { notice, share } = useShare()
  const path = blogPaths.post(post.slug)
  const others = post.locales.filter((written) => written !== locale && written !== post.content_locale)
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="needs-script contents">
        <SavePost slug={post.slug} />
        <button type="button" className="button button-quiet" onClick={() => void share(post.title, path)}>
          <Share2 className="size-4" aria-hidden="true" />
          {t('post.share')}
        </button>
      </span>
      {others.map((other) => (
        <a key={other} href={`${path}?lang=${other}`} hrefLang={other} rel="alternate" className="button button-quiet">
          <Languages className="size-4" aria-hidden="true" />
          {t(`post.read_in.${other}`)}
        </a>
      ))}
      {notice}
    </div>
  )
}

/** Save button of a post. Both labels have the same width, so that the next buttons do not move. */
function SavePost({ slug }: { slug: string }) {
  const t = useTranslate()
  const button = useRef<HTMLButtonElement>(null)
  const { isSaved, isBusy, put: setSaved } = useSaved(slug)
  const rememberFocus = useRestoreFocus(button, isBusy)
  return (
    <button
      ref={button}
      type="button"
      className={`button button-quiet ${isSaved ? 'is-saved' : ''}`}
      title={isSaved ? t('post.unsave') : undefined}
      aria-busy={isBusy}
      disabled={isBusy}
      onClick={() => {
        rememberFocus()
        void setSaved(!isSaved)
      }}
    >
      <Bookmark className={`size-4 ${isSaved ? 'fill-current' : ''}`} aria-hidden="true" />
      <span className="grid text-left *:[grid-area:1/1]">
        <span className={isSaved ? 'invisible' : ''} aria-hidden={isSaved}>
          {t('post.save')}
        </span>
        <span className={isSaved ? '' : 'invisible'} aria-hidden={!isSaved}>
          {t('post.saved')}
        </span>
      </span>
    </button>
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
  const setSaved = async (next: boolean): Promise<void> => {
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
  return { isSaved, isBusy: sent !== null, put: setSaved }
}

function useShare() {
  const t = useTranslate()
  const alert = useAlert()
  const { notice, show } = useToast()
  const share = async (title: string, path: string) => {
    const url = location.origin + path
    if ('share' in navigator) {
      // Closing the share sheet is not an error.
      const isDone = await navigator.share({ title, url }).then(
        () => true,
        (error: unknown) => error instanceof DOMException && error.name === 'AbortError',
      )
      if (isDone) return
    }
    if (await copyText(url)) show(t('post.shared'))
    else alert(t('post.share_failed'), { note: t('common.copy_address') })
  }
  return { notice, share }
}
