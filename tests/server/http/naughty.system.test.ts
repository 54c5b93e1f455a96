import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { isVisible } from '#shared/fields.ts'
import { paths } from '#shared/paths.ts'
import { get, openApp, patch, post } from '../../support/app.ts'
import { createPerson } from '../../support/people.ts'

await openApp()

/** The Big List of Naughty Strings, if this machine has it. */
const file = new URL('../../../../shared/data/blns.json', import.meta.url)
const naughty: string[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
const fits = (text: string, most: number) =>
  Array.from(text).length <= most &&
  text.isWellFormed() &&
  !/[\p{Cc}\p{Bidi_Control}\u200b\u2028\u2029\u2060-\u2069\ufeff]/u.test(text) &&
  isVisible(text)
let made = 0
const reserved = ['This username is reserved. Choose another one.']
const refused = new Map([
  ['undefined', reserved],
  ['null', reserved],
  ['NULL', reserved],
  ['--help', reserved],
  ['⅛⅜⅝⅞', ['Use 3 to 30 letters, numbers, _ or -.']],
  ['表ポあA鷗ŒéＢ逍Üßªąñ丂㐀𠀀', ['Use letters of one alphabet only.']],
])

describe.skipIf(naughty.length === 0)('naughty strings', () => {
  test('in names are returned unchanged, or refused with the name of the field', async () => {
    const person = await createPerson()
    const answers = []
    for (const text of naughty)
      answers.push(await patch(paths.api.me, { first_name: text, last_name: text }, { as: person }))
    const expected = naughty.map((text) =>
      text === '' || fits(text, 60)
        ? { status: 200, first: text, last: text, fields: null }
        : { status: 400, first: undefined, last: undefined, fields: ['first_name', 'last_name'] },
    )
    const results = answers.map(({ status, body }) => ({
      status,
      first: status === 200 ? body.first_name : undefined,
      last: status === 200 ? body.last_name : undefined,
      fields: status === 200 ? null : Object.keys(body),
    }))
    expect(results).toEqual(expected)
  })

  test('in a registration lead to a valid username, or are refused with the name of the field', async () => {
    const texts = naughty.filter((_text, at) => at % 8 === 0)
    const results = []
    for (const text of texts) {
      const person = {
        email: `naughty-${++made}@example.test`,
        name: text,
        surname: text,
        password: 'a long enough secret',
      }
      const { status, body } = await post(paths.api.register, person)
      results.push(status === 201 ? /^[\p{L}\p{N}_-]{3,30}$/u.test(body.username) : Object.keys(body))
    }
    expect(results).toEqual(texts.map((text) => (fits(text, 60) ? true : ['name', 'surname'])))
  })

  test('as e-mail, password, token, username or color cause no error 500', async () => {
    const person = await createPerson()
    for (const text of naughty) {
      const answers = await Promise.all([
        post(paths.api.tokenRefresh, { refresh: text }),
        post(paths.api.tokenRevoke, { refresh: text }),
        post(paths.api.confirmEmail, { token: text }),
        post(paths.api.passwordResetConfirm, { token: text, password: text }),
        patch(paths.api.me, { avatar_color: text }, { as: person }),
      ])
      expect(answers.map(({ status }) => status)).toEqual([
        Array.from(text).length > 1000 ? 400 : 401,
        Array.from(text).length > 1000 ? 400 : 204,
        400,
        400,
        400,
      ])
    }
    const letters = naughty.filter((text) => /^[\p{L}\p{N}_-]{3,30}$/u.test(text))
    expect(letters.length).toBeGreaterThan(10)
    const usernames = []
    for (const username of letters)
      usernames.push((await patch(paths.api.me, { username }, { as: person })).body.username)
    expect(usernames).toEqual(letters.map((username) => refused.get(username) ?? username.normalize('NFKC')))
    expect((await get(paths.api.me, { as: person })).status).toBe(200)
  })
})
