import { describe, expect, test } from 'vitest'
import { CategoryQuery, LibraryQuery, UseCaseQuery } from '#shared/library/schema.ts'
import { TooManyRequestsQuery } from '#shared/rate-limit.ts'
import { readQuery } from '#shared/query-params.ts'
import type { QuerySchema } from '#shared/query-params.ts'

describe('readQuery', () => {
  test.each<[QuerySchema, string, object]>([
    [LibraryQuery, 'q=%20seo%20&q=other&group=marketing&free=1&utm=x', { q: 'seo', group: 'marketing', free: '1' }],
    [LibraryQuery, `q=%20&group=-a&free=0`, {}],
    [CategoryQuery, `q=${'a'.repeat(200)}`, { q: 'a'.repeat(200) }],
    [CategoryQuery, `q=${'a'.repeat(201)}`, {}],
    [CategoryQuery, 'q=a%00b', {}],
    [CategoryQuery, `q=${'ñandú'.normalize('NFD')}`, { q: 'ñandú' }],
    [LibraryQuery, `group=${'a'.repeat(201)}`, {}],
    [
      UseCaseQuery,
      'model=gpt_4.1&length=short&min_rating=4.5&order=rating_asc&cursor=a-_9',
      {
        model: 'gpt_4.1',
        length: 'short',
        min_rating: '4.5',
        order: 'rating_asc',
        cursor: 'a-_9',
      },
    ],
    [UseCaseQuery, 'model=a%20b&length=unknown&min_rating=4&order=latest&cursor=a.b', {}],
    [UseCaseQuery, 'length=toString', {}],
    [TooManyRequestsQuery, 'wait=0', { wait: '0' }],
    [TooManyRequestsQuery, 'wait=43', { wait: '43' }],
    [TooManyRequestsQuery, 'wait=61', { wait: '90' }],
    [TooManyRequestsQuery, 'wait=90000', { wait: '86400' }],
    [TooManyRequestsQuery, 'wait=7&until=2999-01-01T00:00:00.000Z', { wait: '7', until: '2999-01-01T00:00:00.000Z' }],
    [TooManyRequestsQuery, 'until=soon', {}],
    [TooManyRequestsQuery, 'wait=-1', { wait: '0' }],
  ])('with the schema %o reads ?%s as %o', (schema, search, known) => {
    expect(readQuery(schema, new URLSearchParams(search))).toEqual(known)
  })
})
