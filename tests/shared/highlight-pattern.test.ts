import { describe, expect, test } from 'vitest'
import { searchWordsPattern } from '../../client/search/highlight-pattern.ts'
import { titlePartPattern } from '../../client/search/search-box.tsx'

const found = (pattern: RegExp | null, text: string) => [...text.matchAll(pattern ?? /$^/g)].map(([part]) => part)

describe('highlighting the typed part of a title', () => {
  test('finds each occurrence in any case', () => {
    expect(found(titlePartPattern(' BLOG '), 'Blog articles for a blogger')).toEqual(['Blog', 'blog'])
  })
  test('treats special characters literally', () => {
    expect(found(titlePartPattern('(a.c)*'), 'abc (a.c)* aac')).toEqual(['(a.c)*'])
  })
  test('finds nothing for a blank text', () => expect(titlePartPattern('  ')).toBeNull())
})

describe('highlighting the words of a search', () => {
  test('finds words by their stem, at the start of a word', () => {
    expect(found(searchWordsPattern('plans writing'), 'Planning a plan to write, unplanned; Planjedor')).toEqual([
      'Planning',
      'plan',
      'write',
    ])
  })
  test('finds a word with other endings', () => {
    expect(found(searchWordsPattern('write'), 'Write, writing, writer; rewrite, wry')).toEqual([
      'Write',
      'writing',
      'writer',
    ])
  })
  test('ignores accents', () => {
    expect(found(searchWordsPattern('articulo'), 'Un artículo, dos Artículos')).toEqual(['artículo', 'Artículos'])
  })
  test('finds names and numbers in any spelling', () => {
    expect(found(searchWordsPattern('gpt4 email'), 'GPT-4, GPT 4o, gpt4; E-mail, emails')).toEqual([
      'GPT-4',
      'GPT 4o',
      'gpt4',
      'E-mail',
      'emails',
    ])
    expect(found(searchWordsPattern('C++ nodejs'), 'C, C++, C#, Node.js')).toEqual(['C++', 'Node.js'])
  })
  test('does not highlight words that the search excludes', () => {
    expect(found(searchWordsPattern('"blog post" or -email'), 'blog post or email')).toEqual(['blog', 'post'])
    expect(searchWordsPattern(' "" -x ')).toBeNull()
  })
})
