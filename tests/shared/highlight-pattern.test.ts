import { describe, expect, test } from 'vitest'
import { partPattern, wordsPattern } from '../../client/search/highlight-pattern.ts'

const found = (pattern: RegExp | null, text: string) => [...text.matchAll(pattern ?? /$^/g)].map(([part]) => part)

describe('the part of a title that was typed', () => {
  test('is found whatever its case, each time it is there', () => {
    expect(found(partPattern(' BLOG '), 'Blog articles for a blogger')).toEqual(['Blog', 'blog'])
  })
  test('is taken to the letter', () => {
    expect(found(partPattern('(a.c)*'), 'abc (a.c)* aac')).toEqual(['(a.c)*'])
  })
  test('is nothing when blank', () => expect(partPattern('  ')).toBeNull())
})

describe('the words of a search', () => {
  test('are found where they begin a word, with the endings of the language', () => {
    expect(found(wordsPattern('plans writing'), 'Planning a plan to write, unplanned; Planjedor')).toEqual([
      'Planning',
      'plan',
      'write',
    ])
  })
  test('are found with another ending than they were typed with', () => {
    expect(found(wordsPattern('write'), 'Write, writing, writer; rewrite, wry')).toEqual(['Write', 'writing', 'writer'])
  })
  test('are found with and without accents', () => {
    expect(found(wordsPattern('articulo'), 'Un artículo, dos Artículos')).toEqual(['artículo', 'Artículos'])
  })
  test('are found however names and numbers are written', () => {
    expect(found(wordsPattern('gpt4 email'), 'GPT-4, GPT 4o, gpt4; E-mail, emails')).toEqual([
      'GPT-4',
      'GPT 4o',
      'gpt4',
      'E-mail',
      'emails',
    ])
    expect(found(wordsPattern('C++ nodejs'), 'C, C++, C#, Node.js')).toEqual(['C++', 'Node.js'])
  })
  test('are those that are sought, not those left out', () => {
    expect(found(wordsPattern('"blog post" or -email'), 'blog post or email')).toEqual(['blog', 'post'])
    expect(wordsPattern(' "" -x ')).toBeNull()
  })
})
