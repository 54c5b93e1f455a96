import { useEffect, useRef, useState } from 'react'
import type { ClipboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { isLongText } from '#shared/library.ts'
import type { Prompt } from '#shared/library.ts'
import { maxFields } from '#shared/placeholders.ts'
import { useTranslate } from './messages.ts'
import { fieldsIn, PromptBlank } from './prompt-blank.tsx'
import type { Blanks } from './use-blanks.ts'

/** A selection of the text is copied as it reads: browsers leave out what stands in fields. */
function copyAsRead(event: ClipboardEvent<HTMLElement>) {
  const selection = getSelection()
  if (event.target instanceof HTMLTextAreaElement || !selection?.rangeCount) return
  const range = selection.getRangeAt(0)
  if (!event.currentTarget.contains(range.commonAncestorContainer)) return
  const part = range.cloneContents()
  for (const field of part.querySelectorAll('textarea')) field.remove()
  event.clipboardData.setData('text/plain', part.textContent)
  event.preventDefault()
}

export function PromptText({ prompt, blanks }: { prompt: Prompt; blanks: Blanks }) {
  const t = useTranslate()
  const text = useRef<HTMLParagraphElement>(null)
  const { template, values, change, clear } = blanks
  const isLong = isLongText(prompt.content)
  const [isFolded, setFolded] = useState(isLong)
  const fold = (folded: boolean, toReveal: Element | null | undefined) => {
    flushSync(() => setFolded(folded))
    toReveal?.scrollIntoView({ block: 'nearest' })
  }
  /** As the focus, or a search in the page, moves into what is hidden. */
  const unfold = () => {
    if (isFolded) fold(false, text.current?.querySelector(':focus'))
  }
  const places = template.pieces.filter((piece) => piece.kind === 'place')
  useEffect(() => {
    // What was typed before the scripts came.
    const early = fieldsIn(text.current).flatMap(({ value }, at) => (value ? [[places[at]?.name, value]] : []))
    if (early.length > 0) change(Object.fromEntries(early))
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
  }, [])
  return (
    <section className="mt-6">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 className="text-xl font-bold">{t('prompt.text')}</h2>
        {places.length > 0 && (
          <button type="button" className="button button-quiet needs-script" disabled={blanks.isEmpty} onClick={clear}>
            {t('prompt.clear')}
          </button>
        )}
      </div>
      {places.length > 0 && <p className="needs-script mt-1 text-sm text-muted">{t('prompt.fill_note')}</p>}
      {template.has_too_many && <p className="mt-1 text-sm text-muted">{t('prompt.too_many', { most: maxFields })}</p>}
      <p
        ref={text}
        className={isFolded ? 'card prompt-text folded' : 'card prompt-text'}
        dir="auto"
        lang={prompt.content_locale}
        onCopy={copyAsRead}
        onScroll={unfold}
      >
        {template.pieces.map((piece, index) =>
          piece.kind === 'text' ? (
            piece.text
          ) : (
            <PromptBlank
              // oxlint-disable-next-line react/no-array-index-key -- the pieces of a text never change their order
              key={index}
              place={piece}
              labels={prompt.labels}
              value={values[piece.name] ?? ''}
              onType={(typed) => change({ [piece.name]: typed })}
            />
          ),
        )}
      </p>
      {isLong && (
        <button
          type="button"
          className="button button-quiet needs-script mt-2"
          aria-expanded={!isFolded}
          onClick={({ currentTarget }) => fold(!isFolded, isFolded ? null : currentTarget)}
        >
          {t(isFolded ? 'prompt.show_all' : 'prompt.show_less')}
        </button>
      )}
    </section>
  )
}
