import type { ReviewAction, ReviewItem } from '#shared/forum/moderation.ts'
import { usePageKeys } from '../dialogs/use-page-keys.ts'
import { moveFocus } from './use-review-list.ts'

const actionOf: Record<string, ReviewAction> = { p: 'publish', x: 'reject', d: 'dismiss', Delete: 'remove' }
type Handlers = { items: ReviewItem[]; onAct: (item: ReviewItem, action: ReviewAction) => void }

/** Keyboard shortcuts for the focused item. */
export function useReviewShortcuts({ items, onAct }: Handlers): void {
  usePageKeys((event) => {
    const { target, key } = event
    const card = target instanceof Element ? target.closest<HTMLElement>('[data-review]') : null
    const item = items.find((one) => one.key === card?.dataset.review)
    const action = actionOf[key]
    if (key === 'j' || key === 'k') moveFocus(items, item?.key, key === 'j' ? 1 : -1)
    else if (key === 'n' && item) card?.querySelector('textarea')?.focus()
    else if (action && item) onAct(item, action)
    else return
    event.preventDefault()
  }, 'review')
}
