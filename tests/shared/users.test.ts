import { describe, expect, test } from 'vitest'
import { safePath } from '#shared/users/schema.ts'

const site = 'https://site.test'

describe('where a sign-in may lead', () => {
  test.each([
    '/',
    '/library',
    '/library?q=100%25&free=1#top',
    '/library/prompt/caf%C3%A9',
    '/library/prompt/café',
    '/library?next=https://evil.test',
    '/profile?tab=user_prompts',
    '/library?q=50%',
    `/${'a'.repeat(1999)}`,
  ])('is %s, a path of this site', (path) => {
    expect(safePath(path)).toBe(path)
    expect(new URL(path, site).origin).toBe(site)
  })

  test.each([
    '//evil.test',
    '///evil.test',
    String.raw`/\evil.test`,
    String.raw`\evil.test`,
    String.raw`\\evil.test`,
    '/\t/evil.test',
    '/\n/evil.test',
    '\t//evil.test',
    '/\u0000/evil.test',
    ' //evil.test',
    ' /library',
    'https://evil.test',
    'https:evil.test',
    'HTTPS://evil.test/',
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,evil',
    'evil.test',
    'library',
    '?next=/library',
    '#top',
    '%2f%2fevil.test',
    '/%2fevil.test',
    '/%2Fevil.test',
    '/%5cevil.test',
    '/%5Cevil.test',
    '/%252fevil.test',
    '/%25252525252fevil.test',
    '/%2fevil.test%',
    '/%2fevil.test/%E0%A4',
    '/%09/evil.test',
    '/%0d%0aLocation:%20https://evil.test',
    '/.//evil.test',
    '/..//evil.test',
    '/%2e%2e//evil.test',
    '/library/..//evil.test',
    `/${'a'.repeat(2000)}`,
    '',
    null,
    undefined,
  ])('is not %j, but the fallback', (path) => {
    expect(safePath(path)).toBe('/')
    expect(safePath(path, '/login')).toBe('/login')
  })
})
