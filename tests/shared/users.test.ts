import { describe, expect, test } from 'vitest'
import { mailtoOf } from '#shared/paths.ts'
import { normalizeEmail } from '#shared/users/email.ts'
import { Email, NewPassword, safePath } from '#shared/users/schema.ts'

const site = 'https://site.test'

describe('the redirect after a sign-in', () => {
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
  ])('accepts %s, a path of this site', (path) => {
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
  ])('uses the fallback instead of %j', (path) => {
    expect(safePath(path)).toBe('/')
    expect(safePath(path, '/login')).toBe('/login')
  })
})

const long = (length: number) => 'a'.repeat(length)

describe('an e-mail address', () => {
  test.each([
    ['ada@example.com', 'ada@example.com'],
    [' Ada@Example.COM\n', 'ada@example.com'],
    ['a&b@example.com', 'a&b@example.com'],
    ['a!b@example.com', 'a!b@example.com'],
    ['a=b@example.com', 'a=b@example.com'],
    ['a/b@example.com', 'a/b@example.com'],
    [".!#$%&'*+/=?^_`{|}~-@example.com", ".!#$%&'*+/=?^_`{|}~-@example.com"],
    ['ada@xn--h1alffa9f.xn--p1ai', 'ada@xn--h1alffa9f.xn--p1ai'],
    ['ada@XN--H1ALFFA9F.xn--P1AI', 'ada@xn--h1alffa9f.xn--p1ai'],
    ['usuario@exámple.es', 'usuario@xn--exmple-qta.es'],
    ['usuario@exa\u0301mple.es', 'usuario@xn--exmple-qta.es'],
    ['usuario@EXÁMPLE.es', 'usuario@xn--exmple-qta.es'],
    ['иван@россия.рф', null],
    ['ivan@россия.рф', 'ivan@xn--h1alffa9f.xn--p1ai'],
    ['a@例え。テスト', 'a@xn--r8jz45g.xn--zckzah'],
    [`${long(64)}@example.com`, `${long(64)}@example.com`],
    [`${long(65)}@example.com`, null],
    [`a@${long(63)}.com`, `a@${long(63)}.com`],
    [`a@${long(64)}.com`, null],
    [`a@${'á'.repeat(80)}.es`, null],
    [`${long(64)}@${`${long(61)}.`.repeat(3)}com`, `${long(64)}@${`${long(61)}.`.repeat(3)}com`],
    [`${long(64)}@${`${long(61)}.`.repeat(3)}comm`, null],
    [`${long(64)}@${`${long(60)}á.`.repeat(3)}es`, null],
    ['"ada"@example.com', null],
    ['a b@example.com', null],
    ['a,b@example.com', null],
    ['a@b@example.com', null],
    ['a@example.com\r\nBcc: b@example.com', null],
    ['a@exámple.com\r\nBcc: b@example.com', null],
    ['ada', null],
    ['@example.com', null],
    ['ada@', null],
    ['ada@localhost', null],
    ['ada@example..com', null],
    ['ada@-example.com', null],
    ['ada@example-.com', null],
    ['ada@exámple.es:80', null],
    ['ada@exámple.es/path', null],
    ['ada@exámple.es?q', null],
    ['ada@ex%C3%A1mple.es', null],
    ['ada@áb%2ees', null],
    ['ada@１２７.０.０.１', null],
    ['ada@127.0.0.1', null],
    ['ada@[127.0.0.1]', null],
    ['ada@á／b.es', null],
    ['\u212Aate@example.com', null],
    ['ada@exám\ud800ple.es', null],
  ])('%j is normalized to %j', (typed, normalized) => {
    expect(Email.safeParse(typed).data ?? null).toBe(normalized)
  })

  test('does not change when it is normalized again', () => {
    const once = normalizeEmail('A&B@exámple.es')
    expect(once).toBe('a&b@xn--exmple-qta.es')
    expect(normalizeEmail(once)).toBe(once)
  })

  test('is encoded in a mailto link', () => {
    expect(mailtoOf('a&b?c%41#d@example.com')).toBe('mailto:a%26b%3Fc%2541%23d@example.com')
  })
})

describe('a new password', () => {
  test.each<[string, boolean]>([
    ['ñ'.repeat(7).normalize('NFD'), false],
    ['ñ'.repeat(8).normalize('NFD'), true],
    ['ñ'.repeat(128).normalize('NFD'), true],
    ['ñ'.repeat(129), false],
    ['\u0301\u0316'.repeat(50_000), false],
  ])('is measured in NFC, the form that is hashed: %#', (password, isRight) => {
    expect(NewPassword.safeParse(password).success).toBe(isRight)
  })
})
