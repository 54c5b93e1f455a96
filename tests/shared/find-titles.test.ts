import { describe, expect, test } from 'vitest'
import type { PromptTitle } from '#shared/library/titles.ts'
import { beginsWords, findTitles } from '../../client/search/find-titles.ts'

const title = (text: string, short_description?: string): PromptTitle => ({
  slug: text,
  title: text,
  required_tier: 0,
  ...(short_description !== undefined && { short_description }),
})
const titles = [
  title('Review a contract', 'Finds the clauses that cost you money'),
  title('Write a release note', 'For people who skim'),
  title('Note the clauses', 'A list of a contract’s terms'),
  title('Preview of a lesson'),
  title('Canción para niños', 'Rimas'),
]
const found = (q: string, max = 10) => findTitles(titles, q, max).map(({ title: text }) => text)

describe('finding titles in the browser', () => {
  test('requires every word, at the beginning of a word or within one', () => {
    expect(found('contract review')).toEqual(['Review a contract'])
    expect(found('contract lesson')).toEqual([])
    expect(found('lease not')).toEqual(['Write a release note'])
  })

  test('ranks a beginning before a part of a word, and the title before the description', () => {
    expect(found('view')).toEqual(['Review a contract', 'Preview of a lesson'])
    expect(found('re')).toEqual(['Review a contract', 'Write a release note', 'Preview of a lesson'])
    expect(found('contract')).toEqual(['Review a contract', 'Note the clauses'])
    expect(found('clauses')).toEqual(['Note the clauses', 'Review a contract'])
  })

  test('ignores case, accents and punctuation', () => {
    expect(found('CANCION ninos')).toEqual(['Canción para niños'])
    expect(found('“canción”, (niños)')).toEqual(['Canción para niños'])
  })

  test('finds nothing for a blank text, and at most the number asked for', () => {
    expect(found('  ')).toEqual([])
    expect(found('?')).toEqual([])
    expect(found('e', 2)).toHaveLength(2)
  })
})

test('words of an action are found at the beginning of its words alone', () => {
  expect(beginsWords('Switch between light and dark', 'da')).toBe(true)
  expect(beginsWords('Switch between light and dark', 'ark')).toBe(false)
  expect(beginsWords('Mis hilos', '')).toBe(true)
})
