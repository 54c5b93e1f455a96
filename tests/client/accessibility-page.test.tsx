import { readFileSync } from 'node:fs'
import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { criteria } from '../../client/legal/accessibility-criteria.ts'
import { messages as english } from '../../client/legal/accessibility.messages.en.ts'
import { messages as spanish } from '../../client/legal/accessibility.messages.es.ts'
import { openPage } from '../support/browser/page.tsx'

describe('/accessibility', () => {
  test.each([
    ['en', 'Accessibility'],
    ['es', 'Accesibilidad'],
  ] as const)('lists every criterion of levels A and AA with its checks: %s', async (locale, title) => {
    await openPage('/accessibility', {}, { locale })
    expect(screen.getByRole('heading', { level: 1, name: title })).toBeDefined()
    expect(screen.getAllByRole('row')).toHaveLength(criteria.length + 1)
  })

  test('has 31 criteria of level A and 24 of level AA, each with a name in both languages', () => {
    expect(criteria.filter(({ level }) => level === 'A')).toHaveLength(31)
    expect(criteria.filter(({ level }) => level === 'AA')).toHaveLength(24)
    const ids = criteria.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { names } of [english, spanish]) expect(names.map(({ id }) => id)).toEqual(ids)
  })

  test('is the table of docs/accessibility.md', () => {
    const document = readFileSync('docs/accessibility.md', 'utf8').replaceAll(/ +/g, ' ')
    for (const { id, level, checks } of criteria) {
      const name = english.names.find((one) => one.id === id)?.name
      expect(document).toContain(
        `| ${id} ${name} | ${level} | ${checks.map((one) => english.checks[one]).join('; ')} |`,
      )
    }
  })
})
