import { useLocale } from '../app/i18n.tsx'
import { FormProblem } from '../app/form.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { useTranslate } from './messages.ts'
import { useDownload } from './use-download.ts'

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
