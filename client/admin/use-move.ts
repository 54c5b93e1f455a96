import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { MovedItem } from '#shared/admin-library.ts'
import { send } from '../app/api.ts'
import { useTranslate } from './messages.ts'

export type Way = 'up' | 'down'
type MoveOptions<Row> = {
  /** The whole list, in its order. */
  rows: readonly Row[] | undefined
  /** Of the API: where a row is moved. */
  pathOf: (row: Row) => string
  nameOf: (row: Row) => string
  /** With the list as it is now. */
  onMoved: (rows: Row[]) => void
  onSettled: () => void
  say: (text: string) => void
}

/** Moves a row of a list by one place, one after another. */
export function useMove<Row extends { id: number }>(options: MoveOptions<Row>) {
  const { rows, pathOf, nameOf, onMoved, onSettled, say } = options
  const t = useTranslate()
  const client = useQueryClient()
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
      const placed: MovedItem = await send(client, 'POST', pathOf(row), { body: { before } })
      onMoved(others.toSpliced(to, 0, row))
      say(t('order.moved', { name: nameOf(row), place: placed.place + 1 }))
    } catch {
      say(t('order.failed'))
    } finally {
      setMoving(false)
      onSettled()
    }
  }
  return { isMoving, move }
}
