import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { adminPaths } from '#shared/admin/paths.ts'
import type { OrderedNoun } from '#shared/admin/paths.ts'
import { send } from '../../app/api.ts'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { ListState } from '../list.tsx'
import { useTranslate as useAdminMessages } from '../messages.ts'
import { OrderedRows, useMoveRow } from '../ordered-rows.tsx'
import { ItemRow } from './item-row.tsx'
import { allRowsQuery, invalidateLibraryLists, libraryKey } from './library.queries.ts'
import type { AdminItemRow } from './library.queries.ts'
import { useTranslate } from './messages.ts'

type OrderedListProps = { noun: OrderedNoun; category: string | undefined; show: (text: string) => void }

type ByNameProps = Omit<OrderedListProps, 'noun'> & { noun: Exclude<OrderedNoun, 'pipelines' | 'sets'>; count: number }

function ByName({ noun, category, show, count }: ByNameProps) {
  const t = useTranslate()
  const tAdmin = useAdminMessages()
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const sort = async () => {
    setBusy(true)
    try {
      const options = category === undefined ? {} : { body: { category_id: Number(category) } }
      await send(client, 'POST', adminPaths.api.libraryByName(noun), options)
      show(t('order.by_name_done'))
    } catch {
      show(tAdmin('order.failed'))
    } finally {
      setBusy(false)
      setOpen(false)
      invalidateLibraryLists(client)
    }
  }
  return (
    <>
      <button type="button" className="button button-quiet" disabled={count === 0} onClick={() => setOpen(true)}>
        {t('order.by_name')}
      </button>
      {isOpen && (
        <ConfirmDialog
          title={t('order.by_name_question')}
          action={t('order.by_name')}
          isBusy={isBusy}
          onConfirm={() => void sort()}
          onClose={() => setOpen(false)}
        >
          <p>{t('order.by_name_note', { count })}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

const nameOf = ({ name }: AdminItemRow) => name

export function OrderedList(props: OrderedListProps) {
  const t = useTranslate()
  const tAdmin = useAdminMessages()
  const { noun, category } = props
  const query = allRowsQuery(noun, category === undefined ? {} : { category })
  const { data: rows, isError } = useQuery(query)
  const { isMoving, move } = useMoveRow({
    rows,
    pathOf: ({ id }) => adminPaths.api.libraryMove(noun, id),
    nameOf,
    listKey: query.queryKey,
    keys: [libraryKey],
    show: props.show,
  })
  return (
    <ListState rows={rows} isError={isError} failed={t('rows.failed')} empty={t(`nouns.${noun}.empty`)}>
      {(listed) => (
        <>
          <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
            <p className="text-sm text-muted">{tAdmin('order.note')}</p>
            {noun !== 'pipelines' && noun !== 'sets' && (
              <ByName {...props} noun={noun} count={listed.filter(({ position }) => position != null).length} />
            )}
          </div>
          <OrderedRows
            label={t(`nouns.${noun}.all`)}
            rows={listed}
            {...{ nameOf, isMoving, move }}
            render={(row, arrows) => <ItemRow noun={noun} row={row} after={arrows} />}
          />
        </>
      )}
    </ListState>
  )
}
