import { useCallback, useSyncExternalStore } from 'react'

export const storageKeys = {
  access: { area: 'local', isPersonal: true },
  refresh: { area: 'local', isPersonal: true },
  sign_in: { area: 'local', isPersonal: true },
  'viewer.tier': { area: 'local', isPersonal: true },
  'library.recent': { area: 'local', isPersonal: true },
  'forum.comment': { area: 'local', isPersonal: true, isText: true },
  'library.visible_mode': { area: 'local', isPersonal: false },
  'forum.languages': { area: 'local', isPersonal: false },
  theme: { area: 'local', isPersonal: false },
  shortcuts: { area: 'local', isPersonal: false },
  'feed.titles': { area: 'local', isPersonal: false },
  'feed.paused': { area: 'session', isPersonal: false },
  scroll: { area: 'session', isPersonal: false },
  owner: { area: 'session', isPersonal: false },
  redirectAfterLogin: { area: 'session', isPersonal: true },
  pending_action: { area: 'session', isPersonal: true },
  checkout: { area: 'session', isPersonal: true },
  wanted_item: { area: 'local', isPersonal: true },
  registered_email: { area: 'session', isPersonal: true },
  google_link: { area: 'session', isPersonal: true },
  search: { area: 'session', isPersonal: true },
  pipeline: { area: 'local', isPersonal: true, isText: true },
  'prompt.values': { area: 'session', isPersonal: true, isText: true },
  attempt: { area: 'local', isPersonal: true, isText: true },
  'forum.draft': { area: 'local', isPersonal: true, isText: true },
  unsent: { area: 'local', isPersonal: true, isText: true },
  stash: { area: 'local', isPersonal: false },
  'forum.pending': { area: 'local', isPersonal: true },
  signed_out: { area: 'local', isPersonal: false },
} as const

type Name = keyof typeof storageKeys
export type StorageKey = Name | `${Name}:${string}`
export type StorageArea = (typeof storageKeys)[Name]['area']

type Listener = (written: string | null) => void
const listeners = new Set<Listener>()
/** Values that the browser refused to store. They last as long as the page. */
const memory = new Map<string, string>()

type Entry = { area: StorageArea; isPersonal: boolean; isText?: boolean }
const entryOf = (key: string) => storageKeys[key.replace(/:.*/s, '') as Name] as Entry | undefined

/** Storage area. Undefined on the server, since errors thrown there would cost 2 % of the render time. */
const areaOf = (area: StorageArea | undefined) =>
  // oxlint-disable-next-line no-restricted-properties -- the one place
  (area === 'session' ? globalThis.sessionStorage : globalThis.localStorage) as Storage | null | undefined

export function readStorage(key: StorageKey): string | null {
  const memoryValue = memory.get(key)
  if (memoryValue !== undefined) return memoryValue
  try {
    return areaOf(entryOf(key)?.area)?.getItem(key) ?? null
  } catch {
    return null
  }
}

export const isPersisted = (key: StorageKey) => !memory.has(key)

export function parseStorage<Data>(text: string | null, isValid: (data: Data) => boolean): Data | null {
  try {
    const data = text === null ? null : (JSON.parse(text) as Data)
    return data !== null && isValid(data) ? data : null
  } catch {
    return null
  }
}

function setStored(key: string, text: string | null): void {
  memory.delete(key)
  try {
    const area = areaOf(entryOf(key)?.area)
    if (text === null) area?.removeItem(key)
    else if (area) area.setItem(key, text)
    // A WebView may have no storage.
    else memory.set(key, text)
  } catch {
    if (text !== null) memory.set(key, text)
  }
}

const notify: Listener = (written) => listeners.forEach((listener) => listener(written))

/** Stores a text, or removes the key for null. Never throws: a refused value is kept until the page closes. */
export function writeStorage(key: StorageKey, text: string | null): void {
  setStored(key, text)
  notify(key)
}

function storedKeys(area: StorageArea): string[] {
  try {
    return Object.keys(areaOf(area) ?? {})
  } catch {
    return []
  }
}

export const storageKeysIn = (areas: StorageArea[]) =>
  [...Object.keys(storageKeys), ...areas.flatMap(storedKeys), ...memory.keys()].filter((key) =>
    areas.includes(entryOf(key)?.area as StorageArea),
  ) as StorageKey[]

export const unsentTextKeys = (areas: StorageArea[]) => storageKeysIn(areas).filter((key) => entryOf(key)?.isText)

export function clearPersonalStorage(areas: StorageArea[] = ['local', 'session']): void {
  for (const key of storageKeysIn(areas)) if (entryOf(key)?.isPersonal) setStored(key, null)
}

function onStorage({ key }: StorageEvent) {
  if (key === null) memory.clear()
  else memory.delete(key)
  notify(key)
}

/** Notifies after a return from the back-forward cache, since the page received no events there. */
const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && notify(null)

export function subscribeStorage(key: StorageKey, changed: () => void): () => void {
  const listener: Listener = (written) => (written === null || written === key) && changed()
  if (listeners.size === 0) {
    addEventListener('storage', onStorage)
    addEventListener('pageshow', onPageShow)
  }
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function useStorage(key: StorageKey): string | null {
  const subscribe = useCallback((changed: () => void) => subscribeStorage(key, changed), [key])
  return useSyncExternalStore(
    subscribe,
    () => readStorage(key),
    () => null,
  )
}

/** Stores unsent text until its account signs in again. Until then, no page reads the text. */
export const stashText = (account: string, key: StorageKey, text: string | null) =>
  writeStorage(`stash:${account}:${key}`, text && `${Date.now()}:${text}`)

export function stashTexts(account: string, areas: StorageArea[] = ['local', 'session']): void {
  for (const key of unsentTextKeys(areas)) {
    const text = readStorage(key)
    if (text !== null) stashText(account, key, text)
  }
}
