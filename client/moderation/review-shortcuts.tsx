import type { ReviewAction, ReviewItem } from '#shared/forum/moderation.ts'
import { Dialog, DialogClose } from '../ui/dialog.tsx'
import { usePageKeys } from '../ui/use-page-keys.ts'
import { useTranslate } from './messages.ts'
import { moveFocus } from './use-review-list.ts'

const actionOf: Record<string, ReviewAction> = { p: 'publish', x: 'reject', d: 'dismiss', Delete: 'remove' }
const keys = [
  ['j', 'next'],
  ['k', 'previous'],
  ['p', 'publish'],
  ['x', 'reject'],
  ['d', 'dismiss'],
  ['Delete', 'remove'],
  ['n', 'note'],
  ['Esc', 'back'],
  ['?', 'help'],
] as const

type Handlers = { items: ReviewItem[]; onAct: (item: ReviewItem, action: ReviewAction) => void; onHelp: () => void }

/** Keyboard shortcuts for the focused item. */
export function useReviewShortcuts({ items, onAct, onHelp }: Handlers): void {
  usePageKeys((event) => {
    const { target, key } = event
    const card = target instanceof Element ? target.closest<HTMLElement>('[data-review]') : null
    const item = items.find((one) => one.key === card?.dataset.review)
    const action = actionOf[key]
    if (key === 'j' || key === 'k') moveFocus(items, item?.key, key === 'j' ? 1 : -1)
    else if (key === '?') onHelp()
    else if (key === 'n' && item) card?.querySelector('textarea')?.focus()
    else if (action && item) onAct(item, action)
    else return
    event.preventDefault()
  })
}

export function ReviewShortcutsDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslate()
  return (
    <Dialog title={t('keys.title')} onClose={onClose} className="max-w-sm">
      <dl className="mt-4 grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-2">
        {keys.map(([key, name]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="chip">{key === 'Delete' ? t('keys.delete') : key}</kbd>
            </dt>
            <dd>{t(`keys.${name}`)}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-6 flex justify-end">
        <DialogClose className="button button-quiet">{t('dialog.close')}</DialogClose>
      </p>
    </Dialog>
  )
}
