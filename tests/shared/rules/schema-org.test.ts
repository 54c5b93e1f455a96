import { expect, test } from 'vitest'
import { schemaOrgProblems } from '../../support/rules/schema-org.ts'

test('schemaOrgProblems finds wrong properties, types and values', () => {
  expect(
    schemaOrgProblems({
      '@type': 'Comment',
      text: 'x',
      author: { '@type': 'Person', nick: 'x' },
      datePublished: 'soon',
    }),
  ).toEqual([
    'no Comment.url',
    'Comment.author: no Person.name',
    'Comment.author: unknown Person.nick',
    'Comment.datePublished: "soon"',
  ])
  expect(
    schemaOrgProblems({ '@type': 'Offer', price: 9, priceCurrency: 'USD', availability: 'https://schema.org/Soon' }),
  ).toEqual(['Offer.availability: "https://schema.org/Soon"'])
  expect(
    schemaOrgProblems({
      '@type': 'Article',
      headline: 'x',
      datePublished: '2026-01-01',
      author: { '@type': 'Comment' },
    }),
  ).toEqual(['Article.author: a Comment'])
  expect(schemaOrgProblems({ '@type': 'Articel' })).toEqual(['type "Articel"'])
})
