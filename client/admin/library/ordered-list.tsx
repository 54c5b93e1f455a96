import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { adminPaths } from '#shared/admin-paths.ts'
import type { OrderedNoun } from '#shared/admin-paths.ts'
import { send } from '../../app/api.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { useTranslate as useAdminMessages } from '../messages.ts'
import { OrderedRows } from '../ordered-rows.tsx'
import { useMove } from '../use-move.ts'
import { ItemRow } from './item-row.tsx'
import { allRowsQuery, refreshLists } from './library.queries.ts'
import type { Row } from './library.queries.ts'
import { useTranslate } from './messages.ts'

type OrderedListProps = { noun: OrderedNoun; category: string | undefined; say: (text: string) => void }

type ByNameProps = Omit<OrderedListProps, 'noun'> & { noun: Exclude<OrderedNoun, 'pipelines'>; count: number }

function ByName({ noun, category, say, count }: ByNameProps) {
  const t = useTranslate()
  const tAdmin = useAdminMessages()
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const sort = async () => {
    setBusy(true)
    try {
      const options = category === undefined ? {} : { body: { category_id: Number(category) } }
      await send(client, 'POST', adminPaths.api.libraryByName(noun), options)
      say(t('order.by_name_done'))
    } catch {
      say(tAdmin('order.failed'))
    } finally {
      setBusy(false)
      setAsking(false)
      refreshLists(client)
    }
  }
  return (
    <>
      <button type="button" className="button button-quiet" disabled={count === 0} onClick={() => setAsking(true)}>
        {t('order.by_name')}
      </button>
      {isAsking && (
        <ConfirmDialog
          title={t('order.by_name_question')}
          action={t('order.by_name')}
          isBusy={isBusy}
          onConfirm={() => void sort()}
          onClose={() => setAsking(false)}
        >
          <p>{t('order.by_name_note', { count })}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

const nameOf = ({ name }: Row) => name

/** A whole list in its order, which is changed here. */
export function OrderedList(props: OrderedListProps) {
  const t = useTranslate()
  const tAdmin = useAdminMessages()
  const client = useQueryClient()
  const { noun, category } = props
  const query = allRowsQuery(noun, category === undefined ? {} : { category })
  const { data: rows, isError } = useQuery(query)
  const { isMoving, move } = useMove({
    rows,
    pathOf: ({ id }) => adminPaths.api.libraryMove(noun, id),
    nameOf,
    onMoved: (moved) => client.setQueryData(query.queryKey, moved),
    onSettled: () => refreshLists(client),
    say: props.say,
  })
  if (isError && !rows)
    return (
      <p role="alert" className="mt-6 text-danger">
        {t('rows.failed')}
      </p>
    )
  if (!rows) return <Spinner label={t('common.loading')} className="mt-6" />
  if (rows.length === 0) return <p className="card mt-6 py-10 text-center text-muted">{t(`nouns.${noun}.empty`)}</p>
  return (
    <>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-muted">{tAdmin('order.note')}</p>
        {noun !== 'pipelines' && (
          <ByName {...props} noun={noun} count={rows.filter(({ position }) => position != null).length} />
        )}
      </div>
      <OrderedRows
        label={t(`nouns.${noun}.all`)}
        {...{ rows, nameOf, isMoving, move }}
        render={(row, arrows) => <ItemRow noun={noun} row={row} after={arrows} />}
      />
    </>
  )
}
