import { useId, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useHydrated } from './use-hydrated.ts'

type Moves = { index: number; last: number; wasMoved: boolean }
/** Option index after a key. Home and End move the caret until an arrow key has moved to an option. */
function positionAfter(key: string, { index, last, wasMoved }: Moves): number | null {
  if (key === 'ArrowDown') return index === last ? 0 : index + 1
  if (key === 'ArrowUp') return index <= 0 ? last : index - 1
  if (wasMoved && key === 'Home') return 0
  if (wasMoved && key === 'End') return last
  return null
}

type ComboboxOptions = {
  keys: string[]
  isOpen: boolean
  setOpen: (isOpen: boolean) => void
  /** True: the first option is active until another one is. */
  marksFirst?: boolean
}

/** Combobox by WAI-ARIA. The focus stays in the field, and Enter clicks the active option. */
export function useCombobox({ keys, isOpen, setOpen, marksFirst = false }: ComboboxOptions) {
  const id = useId()
  const isLive = useHydrated()
  const [marked, setMarked] = useState<string | null>(null)
  const hasList = isOpen && keys.length > 0
  const moved = hasList && marked !== null ? keys.indexOf(marked) : -1
  const index = moved < 0 && hasList && marksFirst ? 0 : moved
  const optionId = (position: number) => `${id}-${position}`

  function mark(position: number) {
    setMarked(keys[position] ?? null)
    document.getElementById(optionId(position))?.scrollIntoView({ block: 'nearest' })
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'Enter') {
      event.preventDefault()
      if (index >= 0) document.getElementById(optionId(index))?.click()
      else if (hasList) mark(0)
      return
    }
    const moves = { index, last: keys.length - 1, wasMoved: moved >= 0 }
    const position = keys.length > 0 ? positionAfter(event.key, moves) : null
    if (position === null) return
    event.preventDefault()
    setOpen(true)
    mark(position)
  }
  const fieldProps = {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': hasList,
    'aria-controls': hasList ? `${id}-list` : undefined,
    'aria-activedescendant': index < 0 ? undefined : optionId(index),
  } as const
  return {
    index,
    mark,
    unmark: () => setMarked(null),
    onKeyDown,
    fieldProps: isLive ? fieldProps : {},
    listProps: isLive ? { id: `${id}-list`, role: 'listbox' } : {},
    optionProps: (position: number) =>
      isLive ? { id: optionId(position), role: 'option', 'aria-selected': position === index, tabIndex: -1 } : {},
  }
}
