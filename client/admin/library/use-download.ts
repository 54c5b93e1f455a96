import { useState } from 'react'
import { useLocale } from '../../app/i18n.tsx'
import { authorizedFetch } from '../../app/session.ts'
import { useTranslate } from './messages.ts'

/** Saves what the API answers as a file: a plain link would come without the sign-in. */
export function useDownload() {
  const t = useTranslate()
  const locale = useLocale()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const download = async (path: string, name: string) => {
    setBusy(true)
    setProblem('')
    try {
      const response = await authorizedFetch(path, { headers: { 'x-locale': locale } })
      if (!response.ok) throw new Error(`status ${response.status}`)
      const link = document.createElement('a')
      link.href = URL.createObjectURL(await response.blob())
      link.download = name
      link.click()
      URL.revokeObjectURL(link.href)
    } catch {
      setProblem(t('transfer.failed'))
    } finally {
      setBusy(false)
    }
  }
  return { download, isBusy, problem }
}
