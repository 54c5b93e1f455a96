import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { adminNewsPaths } from '#shared/admin/news-paths.ts'
import { blogPaths } from '#shared/blog/paths.ts'
import { maxPictureBytes } from '#shared/blog/media.ts'
import type { Picture } from '#shared/blog/media.ts'
import type { Locale } from '#shared/locale.ts'
import { ApiProblem } from '../app/api.ts'
import { useLocale } from '../app/i18n.tsx'
import { authorizedFetch } from '../app/session/session.ts'
import { Spinner } from '../ui/spinner.tsx'
import { refusalReason, useSubmit } from './use-submit.ts'

type Upload = { path: string; file: File; maxBytes: number; locale: Locale }

/** Sends a file as the request body. Throws ApiProblem if the server refuses it. */
export async function sendFile({ path, file, maxBytes, locale }: Upload): Promise<unknown> {
  const response = await authorizedFetch(path, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/octet-stream', 'x-locale': locale },
    // Cuts the file one byte above the limit: the server then refuses it with its own message.
    body: file.slice(0, maxBytes + 1),
  })
  const body = (await response.json()) as unknown
  if (!response.ok) throw new ApiProblem(response.status, body)
  return body
}

/** Uploads a picture, which the server checks. `failed` is the message if the server cannot be reached. */
export function usePictureUpload(onDone: (picture: Picture) => void, failed: string) {
  const locale = useLocale()
  const { isBusy, problem, fields, run } = useSubmit((error) => refusalReason(error) || failed)
  // Latest callback, which sees fields changed during the upload. Null after unmount.
  const latest = useRef<typeof onDone | null>(null)
  useEffect(() => {
    latest.current = onDone
    return () => void (latest.current = null)
  })
  const upload = (file: File) =>
    run(
      () => sendFile({ path: adminNewsPaths.api.media, file, maxBytes: maxPictureBytes, locale }),
      (body) => latest.current?.(body as Picture),
    )
  return { upload, isBusy, problem: problem || (fields.file?.[0] ?? '') }
}

type FileButtonProps = { label: string; isBusy: boolean; className?: string; onChoose: (file: File) => void }

export function FileButton({ label, isBusy, className = 'button button-quiet', onChoose }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <button
        type="button"
        className={className}
        disabled={isBusy}
        aria-busy={isBusy}
        onClick={() => input.current?.click()}
      >
        {isBusy && <Spinner />}
        {label}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept="image/jpeg,image/png,image/webp,image/avif"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) onChoose(file)
          currentTarget.value = ''
        }}
      />
    </>
  )
}

type PictureFieldProps = {
  label: string
  hash: string | null
  saved: Picture | null
  error: string | undefined
  texts: Record<'upload' | 'replace' | 'remove' | 'uploading' | 'failed', string> & { none?: string; hint?: string }
  onChange: (hash: string | null) => void
  render: (url: string) => ReactNode
}

export function PictureField({ label, hash, saved, error, texts, onChange, render }: PictureFieldProps) {
  const { upload, isBusy, problem } = usePictureUpload((picture) => onChange(picture.hash), texts.failed)
  const url = hash === null ? null : saved?.hash === hash ? saved.url : blogPaths.media(hash, 'webp')
  const refusal = problem || error
  return (
    <fieldset aria-invalid={error ? true : undefined} tabIndex={error ? -1 : undefined}>
      <legend className="font-semibold">{label}</legend>
      {url && render(url)}
      {!url && texts.none && <p className="mt-1 text-sm text-muted">{texts.none}</p>}
      <p className="mt-2 flex flex-wrap gap-3">
        <FileButton
          label={isBusy ? texts.uploading : url ? texts.replace : texts.upload}
          isBusy={isBusy}
          onChoose={(file) => void upload(file)}
        />
        {url && (
          <button type="button" className="button button-quiet" onClick={() => onChange(null)}>
            {texts.remove}
          </button>
        )}
      </p>
      {refusal && (
        <p role="alert" className="mt-1 text-sm text-danger">
          {refusal}
        </p>
      )}
      {texts.hint && <p className="mt-1 max-w-prose text-sm text-muted">{texts.hint}</p>}
    </fieldset>
  )
}
