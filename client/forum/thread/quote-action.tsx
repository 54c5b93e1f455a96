import { TextQuote } from 'lucide-react'
import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { forumPaths } from '#shared/forum/paths.ts'
import { currentAccountId } from '../../app/session/session.ts'
import { isSignedIn } from '../../app/session/viewer.ts'
import { readStorage } from '../../app/storage.ts'
import { canStoreTexts, storeUnsentText } from '../../app/unsent-text.ts'
import { useAuthorName } from './byline.tsx'
import { quoteMarkdown, selectionMarkdown } from './quote-markdown.ts'
import type { QuoteEvent } from './text-form.tsx'
import { commentAddress, unsentKey, useThread } from './thread-context.tsx'
import { useTranslate } from './tools.messages.ts'
import type { TextSelection } from './use-text-selection.ts'

/** Sends the quote to the open form of `draft`. Without a form, stores the quote and opens the form by a click. */
function addToReply(draft: QuoteEvent['draft'], text: string, open: HTMLElement): void {
  const isOpen = !dispatchEvent(new CustomEvent<QuoteEvent>('quote', { detail: { draft, text }, cancelable: true }))
  if (isOpen) return
  const before = readStorage(draft)?.trimEnd()
  // Stored for members only. For a visitor, the click asks for a log-in.
  if (isSignedIn() && canStoreTexts())
    storeUnsentText(draft, before ? `${before}\n\n${text}` : text, currentAccountId())
  open.click()
}

/** Returns a function that quotes the selection in a reply; null if replies are not possible. */
function useQuoted({ range, article }: TextSelection) {
  const nameOf = useAuthorName()
  const { thread, takesComments } = useThread()
  const { meta_slug, author } = thread
  if (!takesComments) return null
  const id = article.hasAttribute('data-comment') ? Number(article.id.replace('comment-', '')) : null
  const source =
    id === null
      ? { name: nameOf(author), address: forumPaths.thread(meta_slug) }
      : { name: article.querySelector('[dir=auto]')?.textContent ?? '', address: commentAddress(meta_slug, id) }
  const reply =
    id === null
      ? document.querySelector<HTMLElement>('[data-new-comment]')
      : article.querySelector<HTMLElement>('[aria-keyshortcuts="r"]')
  const draft = unsentKey(meta_slug, id ?? undefined)
  const isOpen = document.querySelector(`[data-draft="${CSS.escape(draft)}"]`) !== null
  if (!reply && !isOpen) return null
  return () => addToReply(draft, quoteMarkdown(selectionMarkdown(range.cloneContents()), source), reply ?? article)
}

/** Button beside a selection that quotes it in a reply. */
export function QuoteButton({ selected, onDone }: { selected: TextSelection; onDone: () => void }) {
  const t = useTranslate()
  const quote = useQuoted(selected)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => event.key === 'Escape' && onDone()
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  })
  if (!quote) return null
  return createPortal(
    <button
      type="button"
      data-quote
      aria-keyshortcuts="q"
      className="button button-quiet fixed z-30 shadow-raised"
      style={{
        left: Math.max(8, Math.min(selected.left, innerWidth - 128)),
        top: Math.max(8, Math.min(selected.bottom + 8, innerHeight - 56)),
      }}
      // Prevents the click from clearing the selection.
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => {
        quote()
        getSelection()?.removeAllRanges()
        onDone()
      }}
    >
      <TextQuote className="size-4" aria-hidden="true" />
      {t('action.quote')}
    </button>,
    selected.article,
  )
}
