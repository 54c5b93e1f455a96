import { blogPaths } from '#shared/blog-paths.ts'
import type { Picture } from '#shared/media.ts'
import { FileButton } from '../file-button.tsx'
import { useTranslate } from './messages.ts'
import { useUpload } from '../use-upload.ts'

type CoverFieldProps = {
  hash: string | null
  /** What is saved. */
  saved: Picture | null
  error: string | undefined
  onChange: (hash: string | null) => void
}

/** The cover, cut as readers see it. */
export function CoverField({ hash, saved, error, onChange }: CoverFieldProps) {
  const t = useTranslate()
  const { upload, isBusy, problem } = useUpload((picture) => onChange(picture.hash), t('cover.failed'))
  const url = hash === null ? null : saved?.hash === hash ? saved.url : blogPaths.media(hash, 'webp')
  const said = problem || error
  return (
    <fieldset>
      <legend className="font-semibold">{t('field.cover_hash')}</legend>
      {url && (
        <div className="mt-2 max-w-sm overflow-hidden rounded-xl">
          <img className="post-cover" src={url} alt="" width={1200} height={630} />
        </div>
      )}
      <p className="mt-2 flex flex-wrap gap-3">
        <FileButton
          label={isBusy ? t('cover.uploading') : t(hash === null ? 'cover.upload' : 'cover.replace')}
          isBusy={isBusy}
          onChoose={(file) => void upload(file)}
        />
        {hash !== null && (
          <button type="button" className="button button-quiet" onClick={() => onChange(null)}>
            {t('cover.remove')}
          </button>
        )}
      </p>
      {said && (
        <p role="alert" className="mt-1 text-sm text-danger">
          {said}
        </p>
      )}
      <p className="mt-1 max-w-prose text-sm text-muted">{t('cover.hint')}</p>
    </fieldset>
  )
}
