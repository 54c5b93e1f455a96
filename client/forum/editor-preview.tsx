import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { Spinner } from '../ui/spinner.tsx'
import { useTranslate } from './editor.messages.ts'
import { previewQuery } from './forum.queries.ts'

/** How long, in ms, a text rests before it is rendered: about 60 a minute of the limit `writing`, at most. */
const restMs = 700

function useRested(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), restMs)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}

type PreviewProps = { text: string; maxLength: number; className: string }

/** The text as the server will render it. */
export function EditorPreview({ text, maxLength, className }: PreviewProps) {
  const t = useTranslate()
  const id = useId()
  const rested = useRested(text).trim()
  const isAsked = rested !== '' && rested.length <= maxLength
  const { data, isError, isFetching } = useQuery({ ...previewQuery(rested), enabled: isAsked })
  const isEmpty = text.trim() === ''
  return (
    <section aria-labelledby={id} aria-busy={isFetching} className={`relative ${className}`}>
      <h2 id={id} className="sr-only">
        {t('editor.preview')}
      </h2>
      {isEmpty && <p className="text-muted">{t('editor.preview_empty')}</p>}
      {!isEmpty && isError && <p className="text-muted">{t('editor.preview_failed')}</p>}
      {!isEmpty && !isError && data && (
        <div className="prose" dir="auto" dangerouslySetInnerHTML={{ __html: data.html }} />
      )}
      {isFetching && <Spinner className="absolute top-2 right-2" />}
    </section>
  )
}
