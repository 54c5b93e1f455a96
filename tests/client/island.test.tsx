import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { defineMessages, LocaleProvider } from '../../client/app/i18n.tsx'
import { island } from '../../client/app/island.tsx'

const lose = () => Promise.reject(new Error('The file is gone.'))

test('texts that do not come leave the parts alone that do not say them', async () => {
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
