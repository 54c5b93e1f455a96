import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { blogPaths } from '#shared/blog-paths.ts'
import { send } from '../app/api.ts'
import { defineMessages } from '../app/i18n.tsx'
import { useAlert } from '../dialogs/dialog-provider.tsx'
import { useToast } from '../ui/toast.tsx'

const { useTranslate } = defineMessages({
  en: () => import('./resumed-post.messages.en.ts'),
  es: () => import('./resumed-post.messages.es.ts'),
})

/** The button of the post shows what is then known. */
export function ResumedPost({ slug }: { slug: string }) {
  const t = useTranslate()
  const client = useQueryClient()
  const alert = useAlert()
  const { notice, show } = useToast()
  const resume = useEffectEvent(async () => {
    const queryKey = ['saved_post', slug]
    try {
      await client.cancelQueries({ queryKey })
      await send(client, 'POST', blogPaths.api.save(slug))
      client.setQueryData(queryKey, true)
      show(t('resumed_post.saved'))
    } catch {
      alert(t('resumed_post.failed'))
    }
  })
  useEffect(() => void resume(), [])
  return notice
}
