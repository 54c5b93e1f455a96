import { useId, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useHydrated } from './use-hydrated.ts'

type Moves = { index: number; last: number }
/** Where a key leads among the options; Home and End belong to the text until an option is marked. */
function placeAfter(key: string, { index, last }: Moves): number | null {
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

/**
 * The combobox of WAI-ARIA with a list: the focus stays in the field, the keys mark an option, Enter clicks it. Without
 * scripts the field is a field and the options are what they are.
 */
export function useCombobox({ keys, isOpen, setOpen }: ComboboxOptions) {
  const id = useId()
  const isLive = useHydrated()
  const [marked, setMarked] = useState<string | null>(null)
  const hasList = isOpen && keys.length > 0
  const index = hasList && marked !== null ? keys.indexOf(marked) : -1
  const optionId = (place: number) => `${id}-${place}`

  function mark(place: number) {
    setMarked(keys[place] ?? null)
    document.getElementById(optionId(place))?.scrollIntoView({ block: 'nearest' })
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'Enter') {
      event.preventDefault()
      if (index >= 0) document.getElementById(optionId(index))?.click()
      else if (hasList) mark(0)
      return
    }
    const place = keys.length > 0 ? placeAfter(event.key, { index, last: keys.length - 1 }) : null
    if (place === null) return
    event.preventDefault()
    setOpen(true)
    mark(place)
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
    optionProps: (place: number) =>
      isLive ? { id: optionId(place), role: 'option', 'aria-selected': place === index, tabIndex: -1 } : {},
  }
}
