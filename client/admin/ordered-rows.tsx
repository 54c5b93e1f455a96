import { useEffect, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { QueryKey } from '@tanstack/react-query'
import type { MovedItem } from '#shared/admin/library.ts'
import { send } from '../app/api.ts'
import { useTranslate } from './messages.ts'

type OrderedRowsProps<Row> = {
  label: string
  rows: readonly Row[]
  nameOf: (row: Row) => string
  isMoving: boolean
  move: (row: Row, direction: MoveDirection) => Promise<void>
  render: (row: Row, arrows: ReactNode) => ReactNode
}

/** List in manual order; rows move by buttons or by Alt with an arrow key. */
export function OrderedRows<Row extends { id: number }>(props: OrderedRowsProps<Row>) {
  const { label, rows, nameOf, isMoving, move, render } = props
  const t = useTranslate()
  const list = useRef<HTMLUListElement>(null)
  const moved = useRef<{ id: number; direction: MoveDirection } | null>(null)
  // A row that moves in the DOM loses the focus, so the row is focused again.
  useEffect(() => {
    if (!moved.current || isMoving) return
    const { id, direction } = moved.current
    moved.current = null
    const item = list.current?.querySelector(`[data-id="${id}"]`)
    if (document.activeElement === document.body)
      item?.querySelector<HTMLElement>(`[data-direction="${direction}"]`)?.focus()
  })
  const start = (row: Row, direction: MoveDirection) => {
    moved.current = { id: row.id, direction }
    void move(row, direction)
  }
  const onKeyDown = (event: KeyboardEvent, row: Row) => {
    const direction = ({ ArrowUp: 'up', ArrowDown: 'down' } as const)[event.key]
    // In a form field, Alt with an arrow key has another meaning, such as opening a select.
    const isField = (event.target as Element).matches('input, select, textarea')
    if (!event.altKey || !direction || isField) return
    event.preventDefault()
    start(row, direction)
  }
  const arrowsOf = (row: Row) => (
    <span className="relative z-10 flex shrink-0">
      {(['up', 'down'] as const).map((direction) => (
        <button
          key={direction}
          type="button"
          data-direction={direction}
          className="icon-button text-xl aria-disabled:opacity-40"
          aria-label={t(`order.${direction}`, { name: nameOf(row) })}
          aria-disabled={isMoving || row === (direction === 'up' ? rows[0] : rows.at(-1))}
          onClick={() => start(row, direction)}
        >
          {direction === 'up' ? '↑' : '↓'}
        </button>
      ))}
    </span>
  )
  return (
    <ul ref={list} aria-label={label} className="entity-rows">
      {rows.map((row) => (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- for the keys within it
        <li key={row.id} data-id={row.id} onKeyDown={(event) => onKeyDown(event, row)}>
          {render(row, arrowsOf(row))}
        </li>
      ))}
    </ul>
  )
}

export type MoveDirection = 'up' | 'down'

/** Returns the items with one moved by a position; the same items if it is the first or last. */
export function movedTo<Item>(items: readonly Item[], from: number, direction: MoveDirection): Item[] {
  const to = direction === 'up' ? from - 1 : from + 1
  const item = items.slice(from, from + 1)
  return to < 0 || to >= items.length ? [...items] : items.toSpliced(from, 1).toSpliced(to, 0, ...item)
}

type MoveOptions<Row> = {
  rows: readonly Row[] | undefined
  /** API path that moves a row. */
  pathOf: (row: Row) => string
  nameOf: (row: Row) => string
  /** Query of the list, which may hold more rows than `rows`. */
  listKey: QueryKey
  /** Queries that a move invalidates. */
  keys: readonly QueryKey[]
  show: (text: string) => void
}

export function useMoveRow<Row extends { id: number }>(options: MoveOptions<Row>) {
  const { rows, pathOf, nameOf, listKey, keys, show } = options
  const t = useTranslate()
  const client = useQueryClient()
  const [isMoving, setMoving] = useState(false)
  const move = async (row: Row, direction: MoveDirection) => {
    if (!rows || isMoving) return
    const index = rows.findIndex(({ id }) => id === row.id)
    const moved = movedTo(rows, index, direction)
    const to = moved.findIndex(({ id }) => id === row.id)
    if (to === index) return
    setMoving(true)
    try {
      const before = moved[to + 1]?.id ?? null
      const placed: MovedItem = await send(client, 'POST', pathOf(row), { body: { before } })
      const isOther = (one: Row) => !moved.some(({ id }) => id === one.id)
      client.setQueryData<Row[]>(listKey, (all) => all && [...all.filter(isOther), ...moved])
      show(t('order.moved', { name: nameOf(row), place: placed.place + 1 }))
    } catch {
      show(t('order.failed'))
    } finally {
      setMoving(false)
      for (const queryKey of keys) void client.invalidateQueries({ queryKey })
    }
  }
  return { isMoving, move }
}
