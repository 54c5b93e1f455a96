import { useState } from 'react'
import { useLocale } from '../app/i18n.tsx'
import { authorizedFetch } from '../app/session/session.ts'

/** Saves a response of the API as a file. A plain link would not send the access token. */
export function useDownload(failed: string) {
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
      const address = URL.createObjectURL(await response.blob())
      Object.assign(link, { href: address, download: name })
      link.click()
      // Some browsers read the URL late, so it is released after a minute.
      setTimeout(() => URL.revokeObjectURL(address), 60_000)
    } catch {
      setProblem(failed)
    } finally {
      setBusy(false)
    }
  }
  return { download, isBusy, problem }
}
