import { describe, expect, test } from 'vitest'
import { titlePartPattern, searchWordsPattern } from '../../client/search/highlight-pattern.ts'

const found = (pattern: RegExp | null, text: string) => [...text.matchAll(pattern ?? /$^/g)].map(([part]) => part)

describe('the part of a title that was typed', () => {
  test('is found whatever its case, each time it is there', () => {
    expect(found(titlePartPattern(' BLOG '), 'Blog articles for a blogger')).toEqual(['Blog', 'blog'])
  })
  test('is taken to the letter', () => {
    expect(found(titlePartPattern('(a.c)*'), 'abc (a.c)* aac')).toEqual(['(a.c)*'])
  })
  test('is nothing when blank', () => expect(titlePartPattern('  ')).toBeNull())
})

describe('the words of a search', () => {
  test('are found where they begin a word, with the endings of the language', () => {
    expect(found(searchWordsPattern('plans writing'), 'Planning a plan to write, unplanned; Planjedor')).toEqual([
      'Planning',
      'plan',
      'write',
    ])
  })
  test('are found with another ending than they were typed with', () => {
    expect(found(searchWordsPattern('write'), 'Write, writing, writer; rewrite, wry')).toEqual([
      'Write',
      'writing',
      'writer',
    ])
  })
  test('are found with and without accents', () => {
    expect(found(searchWordsPattern('articulo'), 'Un artículo, dos Artículos')).toEqual(['artículo', 'Artículos'])
  })
  test('are found however names and numbers are written', () => {
    expect(found(searchWordsPattern('gpt4 email'), 'GPT-4, GPT 4o, gpt4; E-mail, emails')).toEqual([
      'GPT-4',
      'GPT 4o',
      'gpt4',
      'E-mail',
      'emails',
    ])
    expect(found(searchWordsPattern('C++ nodejs'), 'C, C++, C#, Node.js')).toEqual(['C++', 'Node.js'])
  })
  test('are those that are sought, not those left out', () => {
    expect(found(searchWordsPattern('"blog post" or -email'), 'blog post or email')).toEqual(['blog', 'post'])
    expect(searchWordsPattern(' "" -x ')).toBeNull()
  })
})
