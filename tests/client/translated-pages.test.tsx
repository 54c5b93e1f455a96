import '../../client/start/document/foreign-markup.ts'
import { act, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { translateDocument } from '../support/browser/translated.ts'

let endTranslation = () => {}
afterEach(() => endTranslation())

/** A component with every kind of changing text. */
function Changing() {
  const [count, setCount] = useState(0)
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      {count === 2 && <b>new </b>}
      {count > 0 ? 'Copied' : 'Copy'} {count} times
      {count === 1 && ' (once)'}
      {count === 2 && <i> end</i>}
    </button>
  )
}

/** The translator runs after the change, as in a browser. */
async function click() {
  await act(async () => screen.getByRole('button').click())
  await act(async () => {})
}

describe('a page translated by the browser', () => {
  test('updates, adds and removes each text in place', async () => {
    const { container } = render(<Changing />)
    endTranslation = translateDocument()
    expect(container.querySelectorAll('font').length).toBeGreaterThan(0)
    const seen = [container.textContent]
    for (let round = 0; round < 3; round++) {
      await click()
      seen.push(container.textContent)
    }
    expect(seen).toEqual(['Copy 0 times', 'Copied 1 times (once)', 'new Copied 2 times end', 'Copied 3 times'])
  })
})
