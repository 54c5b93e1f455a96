import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { accessToken, storeTokens } from '../../../client/app/session/session.ts'
import { endLocalSession } from '../../../client/app/session/sign-out.ts'
import { storeSession } from '../../../client/app/session/start-session.ts'
import { readStorage, writeStorage } from '../../../client/app/storage.ts'
import { canStoreTexts, useUnsentText } from '../../../client/app/unsent-text.ts'
import { readUnsavedDraft, writeUnsavedDraft } from '../../../client/admin/use-editor.ts'

const pairOf = (sub: string) => ({ access: `head.${btoa(JSON.stringify({ sub }))}.signature`, refresh: `of ${sub}` })
const [ada, boris] = [pairOf('1'), pairOf('2')]
const path = '/api/admin/library/prompts/4/'
const [base, draft] = [{ content: 'Old text' }, { content: 'Long work of an hour, unsaved.' }]
const endSession = () => storeTokens(null)
const texts = {
  'forum.comment:a-thread:0': 'Half a comment',
  'pipeline:a-pipeline/a-prompt': 'A long answer: with a colon',
  'prompt.values:a-prompt': '[["topic","Bees"]]',
} as const
type Key = keyof typeof texts
const keys = Object.keys(texts) as Key[]
const read = () => keys.map(readStorage)

function Reason() {
  const { text, change, drop } = useUnsentText('/api/report/')
  return (
    <>
      <input aria-label="Reason" value={text} onChange={({ target }) => change(target.value)} />
      <button type="button" onClick={drop}>
        Sent
      </button>
    </>
  )
}
const reason = () => screen.getByLabelText<HTMLInputElement>('Reason').value
const type = (value: string) => fireEvent.change(screen.getByLabelText('Reason'), { target: { value } })

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  vi.useRealTimers()
})

describe('unsent texts after a session has expired', () => {
  beforeEach(() => {
    storeSession(ada)
    for (const key of keys) writeStorage(key, texts[key])
    writeUnsavedDraft(path, { username: 'ada', etag: '"1"', base, draft })
  })

  test("are restored after the member's next log-in, even in admin forms", () => {
    endSession()
    expect(accessToken()).toBe(null)
    storeSession(ada)
    expect(read()).toEqual(Object.values(texts))
    expect(readUnsavedDraft(path, 'ada', base)?.draft).toEqual(draft)
    expect(Object.keys(localStorage).filter((key) => key.startsWith('stash'))).toEqual([])
  })

  test('are not shown to a visitor or another member, and stay stored', () => {
    endSession()
    expect(read()).toEqual([null, null, null])
    expect(readUnsavedDraft(path, 'ada', base)).toBe(null)
    storeSession(boris)
    expect(read()).toEqual([null, null, null])
    writeStorage(keys[0] as Key, 'Another comment')
    endSession()
    storeSession(ada)
    expect(read()).toEqual(Object.values(texts))
    storeSession(boris)
    expect(read()).toEqual(['Another comment', null, null])
  })

  test('are removed by a log-out', () => {
    vi.stubGlobal('location', { assign: vi.fn<() => void>() })
    endLocalSession()
    vi.unstubAllGlobals()
    expect(canStoreTexts()).toBe(false)
    storeSession(ada)
    expect(read()).toEqual([null, null, null])
    expect(readUnsavedDraft(path, 'ada', base)).toBe(null)
  })

  test('do not replace newer texts', () => {
    endSession()
    writeStorage(keys[0] as Key, 'A newer comment')
    storeSession(ada)
    expect(read()[0]).toBe('A newer comment')
  })

  test('are removed after 30 days', () => {
    endSession()
    vi.useFakeTimers({ now: Date.now() + 31 * 86_400_000 })
    storeSession(boris)
    expect(Object.keys(localStorage).filter((key) => key.startsWith('stash'))).toEqual([])
    storeSession(ada)
    expect(read()).toEqual([null, null, null])
  })
})

describe('the field for a reason', () => {
  test('restores its text after a reload and after the session has ended, until it is sent', () => {
    storeSession(ada)
    render(<Reason />)
    type('It is')
    act(endSession)
    type('It is spam')
    cleanup()
    render(<Reason />)
    expect(reason()).toBe('')
    cleanup()
    storeSession(boris)
    render(<Reason />)
    expect(reason()).toBe('')
    cleanup()
    storeSession(ada)
    render(<Reason />)
    expect(reason()).toBe('It is spam')
    fireEvent.click(screen.getByText('Sent'))
    cleanup()
    render(<Reason />)
    expect(reason()).toBe('')
  })
})
