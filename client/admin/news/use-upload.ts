import { useState } from 'react'
import { adminNewsPaths } from '#shared/admin-news-paths.ts'
import type { Picture } from '#shared/media.ts'
import { maxPictureBytes } from '#shared/media.ts'
import { fieldProblemOf } from '#shared/problem.ts'
import { useLocale } from '../../app/i18n.tsx'
import { authorizedFetch } from '../../app/session.ts'
import { useTranslate } from './messages.ts'

/** Stores a picture: what it is and whether it is taken, the server says. */
export function useUpload(onDone: (picture: Picture) => void) {
  const t = useTranslate()
  const locale = useLocale()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const upload = async (file: File) => {
    setBusy(true)
    setProblem('')
    try {
      const response = await authorizedFetch(adminNewsPaths.api.media, {
        method: 'POST',
        headers: { accept: 'application/json', 'content-type': 'application/octet-stream', 'x-locale': locale },
        // More than that is refused: one byte too many is enough to be told so.
        body: file.slice(0, maxPictureBytes + 1),
      })
      const body = (await response.json()) as unknown
      if (response.ok) onDone(body as Picture)
      else setProblem(fieldProblemOf(body).file?.[0] ?? (body as { detail?: string }).detail ?? t('cover.failed'))
    } catch {
      setProblem(t('cover.failed'))
    } finally {
      setBusy(false)
    }
  }
  return { upload, isBusy, problem }
}
