import { useState } from 'react'
import { useLocale } from '../app/i18n.tsx'
import { authorizedFetch } from '../app/session/session.ts'
import { FormProblem } from '../app/form.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { useTranslate } from './messages.ts'

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

type DownloadProps = { files: readonly { name: string; extension?: string; label: string; path: string }[] }

export function DownloadButtons({ files }: DownloadProps) {
  const t = useTranslate()
  const locale = useLocale()
  // Spanish spreadsheet programs expect a semicolon as separator.
  const addressOf = (path: string, extension: string) =>
    locale === 'es' && extension === 'csv' ? `${path}${path.includes('?') ? '&' : '?'}separator=semicolon` : path
  const { download, isBusy, problem } = useDownload(t('download.failed'))
  return (
    <div className="mt-4">
      <p className="flex flex-wrap items-center gap-3">
        {files.map(({ name, extension = 'csv', label, path }) => (
          <button
            key={path}
            type="button"
            className="button button-quiet"
            disabled={isBusy}
            onClick={() =>
              void download(addressOf(path, extension), `${name}-${new Date().toISOString().slice(0, 10)}.${extension}`)
            }
          >
            {label}
          </button>
        ))}
        {isBusy && <Spinner label={t('common.loading')} />}
      </p>
      <FormProblem text={problem} />
    </div>
  )
}
