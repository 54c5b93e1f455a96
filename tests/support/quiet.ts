import { afterEach, beforeEach, vi } from 'vitest'

const complaints: string[] = []

beforeEach(() => {
  complaints.length = 0
  vi.spyOn(console, 'error').mockImplementation(
    (...words: unknown[]) => void complaints.push(words.map(String).join(' ')),
  )
})

afterEach(() => {
  vi.restoreAllMocks()
  if (complaints.length > 0) throw new Error(`console.error was called: ${complaints.join('\n')}`)
})
