import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  clearPersonalStorage,
  isPersisted,
  parseStorage,
  readStorage,
  storageKeys,
  subscribeStorage,
  writeStorage,
} from '../../client/app/storage.ts'

/** Browser storage that can be made to throw. */
class FakeStorage {
  static isRefusing = false
  getItem(key: string): string | null {
    return (Object.getOwnPropertyDescriptor(this, key)?.value as string | undefined) ?? null
  }
  setItem(key: string, text: string) {
    if (FakeStorage.isRefusing) throw new DOMException('full', 'QuotaExceededError')
    Object.defineProperty(this, key, { value: text, enumerable: true, configurable: true })
  }
  removeItem(key: string) {
    Reflect.deleteProperty(this, key)
  }
}
const heard = new Map<string, (event: object) => void>()

beforeEach(() => {
  FakeStorage.isRefusing = false
  vi.stubGlobal('localStorage', new FakeStorage())
  vi.stubGlobal('sessionStorage', new FakeStorage())
  vi.stubGlobal('addEventListener', (name: string, listener: (event: object) => void) => heard.set(name, listener))
})
afterEach(() => {
  clearPersonalStorage()
  writeStorage('theme', null)
  vi.unstubAllGlobals()
})

describe('the browser storage', () => {
  test('stores, returns and removes a text', () => {
    writeStorage('theme', 'dark')
    expect([readStorage('theme'), localStorage.getItem('theme')]).toEqual(['dark', 'dark'])
    writeStorage('theme', null)
    expect(readStorage('theme')).toBe(null)
  })

  test('returns the last value even if it is full', () => {
    writeStorage('theme', 'dark')
    FakeStorage.isRefusing = true
    writeStorage('theme', 'light')
    expect(readStorage('theme')).toBe('light')
    writeStorage('theme', null)
    expect(readStorage('theme')).toBe(null)
  })

  test('that throws is replaced by memory', () => {
    const refuse = {
      get: () => {
        throw new DOMException('denied', 'SecurityError')
      },
    }
    for (const name of ['localStorage', 'sessionStorage']) vi.stubGlobal(name, undefined)
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(globalThis, name, { ...refuse, configurable: true })
    expect(readStorage('access')).toBe(null)
    writeStorage('access', 'token')
    writeStorage('prompt.values:a', '{}')
    writeStorage('theme', 'dark')
    expect(readStorage('access')).toBe('token')
    clearPersonalStorage()
    expect([readStorage('access'), readStorage('prompt.values:a'), readStorage('theme')]).toEqual([null, null, 'dark'])
  })

  test('that is null, as in a WebView, is replaced by memory', () => {
    for (const name of ['localStorage', 'sessionStorage']) vi.stubGlobal(name, null)
    writeStorage('access', 'token')
    expect([readStorage('access'), isPersisted('access')]).toEqual(['token', false])
    clearPersonalStorage()
    expect(readStorage('access')).toBe(null)
  })

  test("returns another tab's value instead of a value that could not be stored", () => {
    FakeStorage.isRefusing = true
    const changed = vi.fn<() => void>()
    const stop = subscribeStorage('access', changed)
    writeStorage('access', 'mine')
    expect(changed).toHaveBeenCalledTimes(1)
    writeStorage('theme', 'dark')
    expect(changed).toHaveBeenCalledTimes(1)
    heard.get('storage')?.({ key: 'access' })
    expect(readStorage('access')).toBe(null)
    expect(changed).toHaveBeenCalledTimes(2)
    heard.get('pageshow')?.({ persisted: true })
    expect(changed).toHaveBeenCalledTimes(3)
    stop()
  })

  test.each([null, '', '{"', '[1]', 'null', '{"a":1}'])('with %j returns no data of the wrong type', (text) => {
    expect(parseStorage<{ a: string }>(text, ({ a }) => a.startsWith('b'))).toBe(null)
  })

  test('can be cleared of all personal keys, or of those of one area', () => {
    for (const key of ['refresh', 'library.recent', 'library.visible_mode', 'search', 'scroll'] as const)
      writeStorage(key, 'x')
    writeStorage('prompt.values:a', 'x')
    writeStorage('prompt.values:b', 'x')
    clearPersonalStorage(['session'])
    expect([Object.keys(localStorage), Object.keys(sessionStorage)]).toEqual([
      ['refresh', 'library.recent', 'library.visible_mode'],
      ['scroll'],
    ])
    clearPersonalStorage()
    expect(Object.keys(localStorage)).toEqual(['library.visible_mode'])
  })

  test('uses only keys that are listed in docs/decisions', () => {
    const text = readFileSync('docs/decisions/007-pages.md', 'utf8')
    for (const [key, { area, isPersonal }] of Object.entries(storageKeys)) {
      const row = text.split('\n').find((line) => line.startsWith('|') && line.includes(`\`${key}\``)) ?? ''
      const cells = row.split('|').map((cell) => cell.trim())
      expect([key, cells[2], cells[4]]).toEqual([key, area, isPersonal ? 'goes' : 'stays'])
    }
  })
})
