import { blogPaths } from '#shared/blog-paths.ts'
import type { Picture } from '#shared/media.ts'
import { FileButton } from '../file-button.tsx'
import { useUpload } from '../use-upload.ts'
import { useTranslate } from './messages.ts'

type LogoFieldProps = {
  name: 'logo_hash' | 'logo_dark_hash'
  hash: string | null
  /** What is saved. */
  saved: Picture | null
  error: string | undefined
  onChange: (hash: string | null) => void
}

export function LogoField({ name, hash, saved, error, onChange }: LogoFieldProps) {
  const t = useTranslate()
  const { upload, isBusy, problem } = useUpload((picture) => onChange(picture.hash), t('logo.failed'))
  const url = hash === null ? null : saved?.hash === hash ? saved.url : blogPaths.media(hash, 'webp')
  const said = problem || error
  const label = t(`field.${name}`)
  return (
    <fieldset aria-invalid={error ? true : undefined} tabIndex={error ? -1 : undefined}>
      <legend className="font-semibold">{label}</legend>
      {url && (
        <p
          className={`mt-2 w-fit rounded-xl border border-line p-3 ${name === 'logo_hash' ? 'bg-white' : 'bg-[#1d1929]'}`}
        >
          <img src={url} alt="" className="h-12 w-auto max-w-56" />
        </p>
      )}
      {!url && <p className="mt-1 text-sm text-muted">{t(`logo.none.${name}`)}</p>}
      <p className="mt-2 flex flex-wrap gap-3">
        <FileButton
          label={isBusy ? t('logo.uploading') : t(url ? 'logo.replace' : 'logo.upload')}
          isBusy={isBusy}
          onChoose={(file) => void upload(file)}
        />
        {url && (
          <button type="button" className="button button-quiet" onClick={() => onChange(null)}>
            {t('logo.remove')}
          </button>
        )}
      </p>
      {said && (
        <p role="alert" className="mt-1 text-sm text-danger">
          {said}
        </p>
      )}
    </fieldset>
  )
}
