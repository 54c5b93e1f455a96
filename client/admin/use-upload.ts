import { useEffect, useRef, useState } from 'react'
import { adminNewsPaths } from '#shared/admin-news-paths.ts'
import type { Picture } from '#shared/media.ts'
import { maxPictureBytes } from '#shared/media.ts'
import { fieldProblemOf } from '#shared/problem.ts'
import { useLocale } from '../app/i18n.tsx'
import { authorizedFetch } from '../app/session.ts'

/** Stores a picture: what it is and whether it is taken, the server says; `failed` is said where it could not be asked. */
export function useUpload(onDone: (picture: Picture) => void, failed: string) {
  const locale = useLocale()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  // What is typed while it is on its way is kept; a form that is gone takes nothing more.
  const latest = useRef<typeof onDone | null>(null)
  useEffect(() => {
    latest.current = onDone
    return () => void (latest.current = null)
  })
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
      if (response.ok) latest.current?.(body as Picture)
      else setProblem(fieldProblemOf(body).file?.[0] ?? (body as { detail?: string }).detail ?? failed)
    } catch {
      setProblem(failed)
    } finally {
      setBusy(false)
    }
  }
  return { upload, isBusy, problem }
}
