import { useEffect, useRef } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useTranslate } from './messages.ts'
import type { Way } from './use-move.ts'

type OrderedRowsProps<Row> = {
  label: string
  rows: readonly Row[]
  nameOf: (row: Row) => string
  isMoving: boolean
  move: (row: Row, way: Way) => Promise<void>
  /** `arrows` move it. */
  render: (row: Row, arrows: ReactNode) => ReactNode
}

/** A whole list in its order, which is changed here with arrows or keys. */
export function OrderedRows<Row extends { id: number }>(props: OrderedRowsProps<Row>) {
  const { label, rows, nameOf, isMoving, move, render } = props
  const t = useTranslate()
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
  const start = (row: Row, way: Way) => {
    moved.current = { id: row.id, way }
    void move(row, way)
  }
  const onKeyDown = (event: KeyboardEvent, row: Row) => {
    const way = ({ ArrowUp: 'up', ArrowDown: 'down' } as const)[event.key]
    // There Alt with an arrow opens the list, or is the field's own.
    const isField = (event.target as Element).matches('input, select, textarea')
    if (!event.altKey || !way || isField) return
    event.preventDefault()
    start(row, way)
  }
  const arrowsOf = (row: Row) => (
    <span className="relative z-10 flex shrink-0">
      {(['up', 'down'] as const).map((way) => (
        <button
          key={way}
          type="button"
          data-way={way}
          className="icon-button text-xl aria-disabled:opacity-40"
          aria-label={t(`order.${way}`, { name: nameOf(row) })}
          aria-disabled={isMoving || row === (way === 'up' ? rows[0] : rows.at(-1))}
          onClick={() => start(row, way)}
        >
          {way === 'up' ? '↑' : '↓'}
        </button>
      ))}
    </span>
  )
  return (
    <ul ref={list} aria-label={label} className="mt-4 grid gap-2">
      {rows.map((row) => (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- for the keys within it
        <li key={row.id} data-id={row.id} onKeyDown={(event) => onKeyDown(event, row)}>
          {render(row, arrowsOf(row))}
        </li>
      ))}
    </ul>
  )
}
