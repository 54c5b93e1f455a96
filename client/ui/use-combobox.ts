import { useId, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useHydrated } from './use-hydrated.ts'

type Moves = { index: number; last: number }
/** Option index after a key. Home and End move the caret while no option is active. */
function positionAfter(key: string, { index, last }: Moves): number | null {
  if (key === 'ArrowDown') return index === last ? 0 : index + 1
  if (key === 'ArrowUp') return index <= 0 ? last : index - 1
  if (index >= 0 && key === 'Home') return 0
  if (index >= 0 && key === 'End') return last
  return null
}

type ComboboxOptions = {
  keys: string[]
  isOpen: boolean
  setOpen: (isOpen: boolean) => void
}

/** Combobox by WAI-ARIA. The focus stays in the field, and Enter clicks the active option. */
export function useCombobox({ keys, isOpen, setOpen }: ComboboxOptions) {
  const id = useId()
  const isLive = useHydrated()
  const [marked, setMarked] = useState<string | null>(null)
  const hasList = isOpen && keys.length > 0
  const index = hasList && marked !== null ? keys.indexOf(marked) : -1
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
    const position = keys.length > 0 ? positionAfter(event.key, { index, last: keys.length - 1 }) : null
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
    mark,
    unmark: () => setMarked(null),
    onKeyDown,
    fieldProps: isLive ? fieldProps : {},
    listProps: isLive ? { id: `${id}-list`, role: 'listbox' } : {},
    optionProps: (position: number) =>
      isLive ? { id: optionId(position), role: 'option', 'aria-selected': position === index, tabIndex: -1 } : {},
  }
}
