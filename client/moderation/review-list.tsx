import type { ReviewAction, ReviewItem } from '#shared/forum/moderation.ts'
import { useSearch } from '../dialogs/search-provider.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { useToast } from '../ui/toast.tsx'
import { useTranslate } from './messages.ts'
import { ReviewCard } from './review-card.tsx'
import { useReviewShortcuts } from './review-shortcuts.tsx'
import { useModerate } from './use-moderate.ts'
import { useReviewList } from './use-review-list.ts'

type ToolbarProps = { isFetching: boolean; onRefresh: () => void }

function Toolbar({ isFetching, onRefresh }: ToolbarProps) {
  const t = useTranslate()
  const { openShortcuts } = useSearch()
  return (
    <div className="flex max-w-3xl flex-wrap items-center justify-between gap-3">
      <p className="text-muted">{t('list.note')}</p>
      <p className="flex flex-wrap gap-3">
        <button type="button" className="button button-quiet" onClick={openShortcuts}>
          {t('keys')}
        </button>
        <button type="button" className="button button-quiet" disabled={isFetching} onClick={onRefresh}>
          {t('list.refresh')}
        </button>
      </p>
    </div>
  )
}

const Failure = ({ text }: { text: string }) => (
  <p role="alert" className="mt-6 text-danger">
    {text}
  </p>
)

export function ReviewList() {
  const t = useTranslate()
  const { list, items, removeItem } = useReviewList()
  const { data, isError, isFetching, hasNextPage, isFetchingNextPage, isFetchNextPageError } = list
  const { notice, show } = useToast()
  const reload = () => void list.refetch()
  const moderate = useModerate({ announce: show, removeItem, reload })
  const act = (item: ReviewItem, action: ReviewAction) => void moderate(item, action)
  useReviewShortcuts({ items, onAct: act })
  return (
    <>
      <Toolbar isFetching={isFetching} onRefresh={reload} />
      {isError && !data && <Failure text={t('list.failed')} />}
      {(isFetchingNextPage || (!data && !isError)) && <Spinner label={t('common.loading')} className="mt-6" />}
      <ul className="reviews">
        {items.map((item) => (
          <li key={item.key} className="min-w-0">
            <ReviewCard item={item} onAct={(action) => act(item, action)} />
          </li>
        ))}
      </ul>
      {data && items.length === 0 && !hasNextPage && (
        <p data-review-end tabIndex={-1} className="empty">
          {t('list.empty')}
        </p>
      )}
      {isFetchNextPageError && <Failure text={t('common.load_failed')} />}
      {hasNextPage && items.length > 0 && (
        <button
          type="button"
          className="button button-quiet mt-6"
          disabled={isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {t('common.load_more')}
        </button>
      )}
      {notice}
    </>
  )
}
