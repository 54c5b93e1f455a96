import { useEffect, useEffectEvent } from 'react'
import { readStorage, useStorage, writeStorage } from '../app/storage.ts'

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
/** True inside a menu, where letters move to an item. */
const isInMenu = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[role=menu], [role=listbox]') !== null
const isDialogOpen = () => document.querySelector('dialog[open]') !== null

/** Shortcuts of one character can be switched off (WCAG 2.1.4), Enter and Delete cannot. */
const isSwitchedOff = (key: string) => key.length === 1 && readStorage('shortcuts') === 'off'
export const useSingleKeyShortcuts = () => ({
  isOn: useStorage('shortcuts') !== 'off',
  setOn: (isOn: boolean) => writeStorage('shortcuts', isOn ? null : 'off'),
})

/** Shortcuts of a page that the dialog of shortcuts lists. */
export type KeyGroup = 'list' | 'thread' | 'review'
const groups = new Set<KeyGroup>()
export const currentKeyGroups = (): KeyGroup[] => [...groups]

/** Handles shortcuts of a page. Ignores keys in text fields, menus and dialogs, and keys with a modifier. */
export function usePageKeys(onPageKey: (event: KeyboardEvent) => void, group?: KeyGroup): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    if (isSwitchedOff(event.key)) return
    if (!isTyping(event.target) && !isInMenu(event.target) && !isDialogOpen()) onPageKey(event)
  })
  useEffect(() => {
    addEventListener('keydown', onKey)
    if (group) groups.add(group)
    return () => {
      removeEventListener('keydown', onKey)
      if (group) groups.delete(group)
    }
  }, [group])
}
