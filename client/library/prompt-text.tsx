import { useEffect, useRef, useState } from 'react'
import type { ClipboardEvent, RefObject } from 'react'
import { flushSync } from 'react-dom'
import { isLongText } from '#shared/library/schema.ts'
import type { Prompt } from '#shared/library/schema.ts'
import { maxFields, shortFormOf } from '#shared/library/placeholders.ts'
import { StarRating } from '../saved/star-rating.tsx'
import { useTranslate } from './messages.ts'
import { blankFieldsIn, PromptBlank } from './prompt-blank.tsx'
import type { Blanks } from './blanks.ts'

/** Puts the visible text into the clipboard, since browsers omit the values of fields from a copied selection. */
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

/** Stores input typed before hydration. */
function useEarlyInput(container: RefObject<Element | null>, names: string[], change: Blanks['change']) {
  useEffect(() => {
    const early = blankFieldsIn(container.current).flatMap(({ value }, at) => (value ? [[names[at], value]] : []))
    if (early.length > 0) change(Object.fromEntries(early))
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
  }, [])
}

type TextProps = { prompt: Prompt; blanks: Blanks }

/** Form above a long prompt, with the placeholders that have no default. */
function ShortForm({ prompt, blanks }: TextProps) {
  const t = useTranslate()
  const form = useRef<HTMLFieldSetElement>(null)
  const names = shortFormOf(blanks.template).map(({ name }) => name)
  useEarlyInput(form, names, blanks.change)
  if (names.length === 0) return null
  return (
    <fieldset ref={form} className="short-form needs-script screen-only">
      <legend className="sr-only">{t('prompt.short_form')}</legend>
      {names.map((name) => (
        <label key={name}>
          <span className="slot-label" dir="auto">
            {prompt.labels[name] ?? name}
          </span>
          <textarea
            className="slot-field"
            dir="auto"
            lang={prompt.content_locale}
            rows={1}
            placeholder=" "
            autoComplete="off"
            value={blanks.values[name] ?? ''}
            onChange={({ target }) => blanks.change({ [name]: target.value })}
          />
        </label>
      ))}
      <p>{t('prompt.short_form_note')}</p>
    </fieldset>
  )
}

export function PromptText({ prompt, blanks }: TextProps) {
  const t = useTranslate()
  const { template, clear, undo } = blanks
  const hasBlanks = template.pieces.some(({ kind }) => kind === 'place')
  return (
    <section className="prompt-sheet">
      <h2 className="sr-only">{t('prompt.text')}</h2>
      {hasBlanks && (
        <div className="fill-note needs-script screen-only">
          <p>{t('prompt.fill_note')}</p>
          <button type="button" disabled={!undo && blanks.isEmpty} onClick={undo ?? clear}>
            {t(undo ? 'prompt.undo' : 'prompt.clear')}
          </button>
        </div>
      )}
      <ShortForm prompt={prompt} blanks={blanks} />
      {template.has_too_many && <p className="text-sm text-muted">{t('prompt.too_many', { most: maxFields })}</p>}
      <FoldedText prompt={prompt} blanks={blanks} />
    </section>
  )
}

/** Text of a prompt with its fields. A long text is folded until its button, the focus or a page search unfolds it. */
function FoldedText({ prompt, blanks: { template, values, change } }: TextProps) {
  const t = useTranslate()
  const text = useRef<HTMLParagraphElement>(null)
  const isLong = isLongText(prompt.content)
  const [isFolded, setFolded] = useState(isLong)
  const fold = (folded: boolean, toReveal: Element | null | undefined) => {
    flushSync(() => setFolded(folded))
    toReveal?.scrollIntoView({ block: 'nearest' })
  }
  const names = template.pieces.flatMap((piece) => (piece.kind === 'place' ? [piece.name] : []))
  useEarlyInput(text, names, change)
  return (
    <>
      <p
        ref={text}
        className={isFolded ? 'sheet prompt-text folded' : 'sheet prompt-text'}
        dir="auto"
        lang={prompt.content_locale}
        onCopy={copyAsRead}
        onScroll={() => isFolded && fold(false, text.current?.querySelector(':focus'))}
      >
        {template.pieces.map((piece, index) =>
          piece.kind === 'text' ? (
            piece.text
          ) : (
            <PromptBlank
              // oxlint-disable-next-line react/no-array-index-key -- the pieces of a text never change their order
              key={index}
              placeholder={piece}
              labels={prompt.labels}
              value={values[piece.name] ?? ''}
              onType={(typed) => change({ [piece.name]: typed })}
            />
          ),
        )}
      </p>
      <div className="below-text">
        {isLong && (
          <button
            type="button"
            className="button button-quiet needs-script"
            aria-expanded={!isFolded}
            onClick={({ currentTarget }) => fold(!isFolded, isFolded ? null : currentTarget)}
          >
            {t(isFolded ? 'prompt.show_all' : 'prompt.show_less')}
          </button>
        )}
        <StarRating prompt={prompt} />
      </div>
    </>
  )
}
