import { describe, expect, test } from 'vitest'
import { findCookieLocale, findLocale, findPreferredLocale, localeCookieText } from '#shared/locale.ts'

describe('the locale of a language tag', () => {
  test.each([
    ['en', 'en'],
    ['es-MX', 'es'],
    ['es_419', 'es'],
    ['ES-es', 'es'],
    [' en-GB ', 'en'],
    ['fr', null],
    ['est', null],
    ['english', null],
    ['', null],
    ['-es', null],
    [null, null],
    [undefined, null],
  ])('%s is %s', (tag, locale) => expect(findLocale(tag)).toBe(locale))
})

describe('the locale of an Accept-Language header', () => {
  test.each([
    ['es', 'es'],
    ['fr, es;q=0.4, en;q=0.8', 'en'],
    ['es-AR,es;q=0.9,en;q=0.8', 'es'],
    ['en;q=0.5,es;q=0.5', 'en'],
    ['en;q=0, es;q=0.1', 'es'],
    ['en;q=0', 'es'],
    ['fr, en;q=0', 'es'],
    ['es;q=0, en;q=0', null],
    ['*;q=0.8,en;q=0', 'es'],
    ['en;q=0.000, *;q=0.001', 'es'],
    ['*, es;q=0.5', 'en'],
    ['es;q=0.5, *;q=0.9', 'en'],
    ['en;q=0.5, *;q=0.9', 'es'],
    ['*, es', 'es'],
    ['es, *', 'es'],
    ['*', null],
    ['*;q=0', null],
    ['es;Q=0.4, en;q=0.3', 'es'],
    ['EN-gb;q=0.8, ES-419;q=0.801', 'es'],
    ['es-419, en;q=0.999', 'es'],
    ['en-US;q=0, en-GB, es;q=0.5', 'en'],
    ['es;q=1.000, en', 'es'],
    ['en, es;q=2', 'en'],
    ['es;q=high, en;q=0.1', 'en'],
    ['es;q=-1, en;q=0.1', 'en'],
    ['es;q=, en;q=0.1', 'en'],
    ['es;q="1", en;q=0.1', 'en'],
    ['es; q=0.2 , en ;q=0.1', 'es'],
    ['es;q=.5, en;q=0.4', 'es'],
    ['fr-CH, fr;q=0.9, *;q=0.5', null],
    ['de;q=1;x=y', null],
    ['es;x=y;q=0.2,en;q=0.1', 'es'],
    ['', null],
    [',,;q=,', null],
    [undefined, null],
  ])('%s is %s', (header, locale) => expect(findPreferredLocale(header)).toBe(locale))
})

describe('the locale of a Cookie header', () => {
  test.each([
    ['lang=es', 'es'],
    ['a=b; lang=en; c=d', 'en'],
    ['lang=fr', null],
    ['olang=es', null],
    ['a="lang=es"', null],
    ['', null],
    [undefined, null],
  ])('%s is %s', (cookies, locale) => expect(findCookieLocale(cookies)).toBe(locale))

  test('is stored for a year, for the whole site, with Secure on https', () => {
    expect(localeCookieText('es', false)).toBe('lang=es; Max-Age=31536000; Path=/; SameSite=Lax')
    expect(localeCookieText('en', true)).toBe('lang=en; Max-Age=31536000; Path=/; SameSite=Lax; Secure')
    expect(findCookieLocale(localeCookieText('es', true).split(';')[0])).toBe('es')
  })
})
