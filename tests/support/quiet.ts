import { afterEach, beforeEach, vi } from 'vitest'

const complaints: string[] = []
/** React's warning about the test driver, not about the page. */
const ofTests = 'A component suspended inside an `act` scope'

beforeEach(() => {
  complaints.length = 0
  vi.spyOn(console, 'error').mockImplementation((...words: unknown[]) => {
    const complaint = words.map(String).join(' ')
    if (!complaint.startsWith(ofTests)) complaints.push(complaint)
  })
})

afterEach(() => {
  vi.restoreAllMocks()
  // Test files share a process, so globals are restored.
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  if (complaints.length > 0) throw new Error(`console.error was called: ${complaints.join('\n')}`)
})
