import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import type { MovedItem } from '#shared/admin-library.ts'
import { adminPaths } from '#shared/admin-paths.ts'
import { send } from '../../app/api.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { ItemRow } from './item-row.tsx'
import { allRowsQuery, refreshLists } from './library.queries.ts'
import type { Row } from './library.queries.ts'
import { useTranslate } from './messages.ts'

type Ordered = 'categories' | 'use-cases'
type OrderedListProps = { noun: Ordered; category: string | undefined; say: (text: string) => void }
type Way = 'up' | 'down'

function useMove({ noun, category, say }: OrderedListProps) {
  const t = useTranslate()
  const client = useQueryClient()
  const query = allRowsQuery(noun, category === undefined ? {} : { category })
  const { data: rows, isError } = useQuery(query)
  const [isMoving, setMoving] = useState(false)
  const move = async (row: Row, way: Way) => {
    if (!rows || isMoving) return
    const place = rows.findIndex(({ id }) => id === row.id)
    const to = way === 'up' ? place - 1 : place + 1
    if (to < 0 || to >= rows.length) return
    const others = rows.filter(({ id }) => id !== row.id)
    setMoving(true)
    try {
      const before = others[to]?.id ?? null
      const placed: MovedItem = await send(client, 'POST', adminPaths.api.libraryMove(noun, row.id), {
        body: { before },
      })
      client.setQueryData(query.queryKey, others.toSpliced(to, 0, row))
      say(t('order.moved', { name: row.name, place: placed.place + 1 }))
    } catch {
      say(t('order.failed'))
    } finally {
      setMoving(false)
      refreshLists(client)
    }
  }
  return { rows, isError, isMoving, move }
}

function ByName({ noun, category, say, count }: OrderedListProps & { count: number }) {
  const t = useTranslate()
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
      say(t('order.failed'))
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

/** A whole list in its order, which is changed here. */
export function OrderedList(props: OrderedListProps) {
  const t = useTranslate()
  const { noun } = props
  const { rows, isError, isMoving, move } = useMove(props)
  const list = useRef<HTMLUListElement>(null)
  const moved = useRef<{ id: number; way: Way } | null>(null)
  // What moves in the page loses the focus.
  useEffect(() => {
    if (!moved.current || isMoving) return
    const { id, way } = moved.current
    moved.current = null
    const item = list.current?.querySelector(`[data-id="${id}"]`)
    if (document.activeElement === document.body) item?.querySelector<HTMLElement>(`[data-way="${way}"]`)?.focus()
  })
  if (isError && !rows)
    return (
      <p role="alert" className="mt-6 text-danger">
        {t('rows.failed')}
      </p>
    )
  if (!rows) return <Spinner label={t('common.loading')} className="mt-6" />
  if (rows.length === 0) return <p className="card mt-6 py-10 text-center text-muted">{t(`nouns.${noun}.empty`)}</p>
  const start = (row: Row, way: Way) => {
    moved.current = { id: row.id, way }
    void move(row, way)
  }
  const onKeyDown = (event: KeyboardEvent, row: Row) => {
    const way = ({ ArrowUp: 'up', ArrowDown: 'down' } as const)[event.key]
    if (!event.altKey || !way) return
    event.preventDefault()
    start(row, way)
  }
  return (
    <>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-muted">{t('order.note')}</p>
        <ByName {...props} count={rows.filter(({ position }) => position != null).length} />
      </div>
      <ul ref={list} aria-label={t(`nouns.${noun}.all`)} className="mt-4 grid gap-2">
        {rows.map((row) => (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- for the keys within it
          <li key={row.id} data-id={row.id} onKeyDown={(event) => onKeyDown(event, row)}>
            <ItemRow
              noun={noun}
              row={row}
              after={
                <span className="relative z-10 flex shrink-0">
                  {(['up', 'down'] as const).map((way) => (
                    <button
                      key={way}
                      type="button"
                      data-way={way}
                      className="icon-button text-xl aria-disabled:opacity-40"
                      aria-label={t(`order.${way}`, { name: row.name })}
                      aria-disabled={isMoving || row === (way === 'up' ? rows[0] : rows.at(-1))}
                      onClick={() => start(row, way)}
                    >
                      {way === 'up' ? '↑' : '↓'}
                    </button>
                  ))}
                </span>
              }
            />
          </li>
        ))}
      </ul>
    </>
  )
}
