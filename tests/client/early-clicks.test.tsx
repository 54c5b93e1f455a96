import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { EarlyClicks, endEarlyClicks } from '../../client/start/document/early-clicks.ts'
import { createQueryClient } from '../../client/start/app.tsx'
import { signInAs } from '../support/browser/page.tsx'

const wait = () => act(() => new Promise<void>((resolve) => void setTimeout(resolve, 200)))
const onClick = vi.fn<() => void>()

/** A thread as rendered by the server, until the member's response says whether it is theirs. */
function Thread({ answer }: { answer: Promise<{ is_mine: boolean }> }) {
  const { data } = useQuery({ queryKey: ['thread'], queryFn: () => answer })
  return data?.is_mine ? (
    <span>1</span>
  ) : (
    <button type="button" onClick={onClick}>
      Like
    </button>
  )
}

/** Opens the page after a click before hydration. */
async function open() {
  const { promise: answer, resolve } = Promise.withResolvers<{ is_mine: boolean }>()
  const client = createQueryClient()
  const page = (
    <QueryClientProvider client={client}>
      <Thread answer={answer} />
    </QueryClientProvider>
  )
  const { rerender } = render(page)
  globalThis.takeEarlyClicks = () => [screen.getByText('Like')]
  endEarlyClicks()
  rerender(
    <QueryClientProvider client={client}>
      <Thread answer={answer} />
      <EarlyClicks />
    </QueryClientProvider>,
  )
  await wait()
  return {
    finish: async (is_mine: boolean) => {
      resolve({ is_mine })
      await wait()
    },
  }
}

beforeEach(() => {
  localStorage.clear()
  onClick.mockClear()
})

describe('a button clicked before hydration', () => {
  test('has its effect after hydration for a visitor', async () => {
    await open()
    expect(onClick).toHaveBeenCalledTimes(1)
  })

  test("has its effect for a member after the member's data is loaded", async () => {
    signInAs({})
    const { finish } = await open()
    expect(onClick).toHaveBeenCalledTimes(0)
    await finish(false)
    expect(onClick).toHaveBeenCalledTimes(1)
  })

  test('has no effect if the member is not allowed to use it', async () => {
    signInAs({})
    const { finish } = await open()
    await finish(true)
    expect(onClick).toHaveBeenCalledTimes(0)
  })
})
