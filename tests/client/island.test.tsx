import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { defineMessages, LocaleProvider } from '../../client/app/i18n.tsx'
import { island } from '../../client/app/island.tsx'

const lose = () => Promise.reject(new Error('The file is gone.'))

test('a message file that is missing does not affect parts that do not use it', async () => {
  const Part = island(
    async () => {
      defineMessages({ en: lose, es: lose })
      return () => <p>Here</p>
    },
    { Failed: () => <p>Failed</p> },
  )
  render(
    <LocaleProvider value="en">
      <Part />
    </LocaleProvider>,
  )
  expect(await screen.findByText('Here')).toBeDefined()
})
