import * as argon2 from '@node-rs/argon2'
import { describe, expect, test, vi } from 'vitest'
import { paths } from '#shared/paths.ts'
import { findByPassword, findPasswordWeakness, hashPassword, isWeakHash } from '../../../server/users/passwords.ts'
import { openApp, post } from '../../support/app.ts'

await openApp()

vi.mock('@node-rs/argon2', { spy: true })

describe('a password', () => {
  test('is hashed with argon2id and a salt of its own, and verified', async () => {
    const [one, other] = [await hashPassword('a long enough secret'), await hashPassword('a long enough secret')]
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(one).not.toBe(other)
    const owner = { password_hash: one }
    expect(await findByPassword(async () => owner, 'a long enough secret')).toBe(owner)
    expect(await findByPassword(async () => owner, 'A long enough secret')).toBe(null)
  })

  test.each([
    ['an unknown e-mail', null],
    ['an account without a password', { password_hash: null }],
  ])('of %s is verified against a hash of the same cost as any other', async (_who, owner) => {
    vi.mocked(argon2.verify).mockClear()
    expect(await findByPassword(async () => owner, 'whatever')).toBe(null)
    expect(argon2.verify).toHaveBeenCalledTimes(1)
    expect(vi.mocked(argon2.verify).mock.calls[0]?.[0]).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  test.each([
    ['$argon2id$v=19$m=4096,t=3,p=1$c2FsdHNhbHRzYWx0$aGFzaA', true],
    ['$argon2id$v=19$m=19456,t=1,p=1$c2FsdHNhbHRzYWx0$aGFzaA', true],
    ['$argon2i$v=19$m=65536,t=3,p=1$c2FsdHNhbHRzYWx0$aGFzaA', true],
    ['$2b$12$abcdefghijklmnopqrstuv', true],
    ['$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0$aGFzaA', false],
    ['$argon2id$v=19$m=65536,t=3,p=4$c2FsdHNhbHRzYWx0$aGFzaA', false],
  ])('hashed as %s needs a new hash: %s', (password_hash, isWeak) => {
    expect(isWeakHash(password_hash)).toBe(isWeak)
  })
})

describe('a password with composed characters', () => {
  const [composed, decomposed] = ['Ñandú-río-42', 'Ñandú-río-42'.normalize('NFD')]

  test.each([
    [composed, decomposed],
    [decomposed, composed],
  ])('matches in either Unicode form', async (chosen, typed) => {
    const owner = { password_hash: await hashPassword(chosen) }
    expect(await findByPassword(async () => owner, typed)).toBe(owner)
    expect(await findByPassword(async () => owner, 'Nandu-rio-42')).toBe(null)
  })

  test('that was hashed before normalization existed matches in the typed form', async () => {
    const owner = { password_hash: await argon2.hash(decomposed) }
    expect(await findByPassword(async () => owner, decomposed)).toBe(owner)
  })
})

const guessable = {
  email: 'rea.der@example.test',
  names: ['Ana', 'Pérez'],
  site: ['Promptory', 'Promptory Labs, Inc.'],
}
const warning = 'users.weakness.warnings.userInputs'

describe('a new password', () => {
  test.each([
    ['00000000', 'users.weakness.warnings.simpleRepeat'],
    ['Password@123', 'users.weakness.warnings.common'],
    ['admin1234', 'users.weakness.warnings.similarToCommon'],
    ['PassWord123', 'users.weakness.warnings.similarToCommon'],
    ['promptory', warning],
    ['Pr0mpt0ry!', warning],
    ['promptorylabs', warning],
    ['Rea.Der@Example.test', 'users.problem.password_is_email'],
    ['rea.der@example.test1', warning],
    ['anaperez1', warning],
    ['contraseña2024', 'users.weakness.warnings.similarToCommon'],
    ['qwertyuiop12', 'users.weakness.warnings.similarToCommon'],
    ['p'.repeat(128), 'users.weakness.warnings.simpleRepeat'],
  ])('%s is weak, with the reason %s', async (password, reason) => {
    expect((await findPasswordWeakness(password, guessable))[0]).toBe(reason)
  })

  test.each([
    'correct horse battery staple',
    'a long enough secret',
    'R2#vK9!mQz',
    'tres gatos en el tejado',
    'x!9Kq-4Tz',
    'Ñandú-río-42-luz',
    'лошадь батарея скрепка',
    `${'a'.repeat(32)}kJ8#vQ2!pZ7w`,
    `${'password'.repeat(4)}xK9#mQ2$vL5nRtY7`,
    '00000000-0000-0000-0000-00000000abcdef12zz9Q',
  ])('%s is accepted', async (password) => {
    expect(await findPasswordWeakness(password, guessable)).toEqual([])
  })

  test.each([
    'Contraseña2026',
    'пароль123',
    'йцукенгш',
    'ｐａｓｓｗｏｒｄ',
    'pässwörd',
    'p.a.s.s.w.o.r.d',
    'p a s s w o r d',
    'pass\u200bword',
    '!!!password!!!',
    'prompt123',
    'chatgpt123',
    'pаssword',
    'ｐrompt-о-ry',
    'qwertyuiop'.repeat(12),
    `password${'!'.repeat(40)}`,
  ])('%s is weak, because it is a variant of a common password', async (password) => {
    expect(await findPasswordWeakness(password, guessable)).not.toEqual([])
  })

  test('that is weak returns 400 with advice, in the language of the request', async () => {
    const { register } = paths.api
    const chosen = { email: 'ana@example.test', name: 'Ana', surname: 'Pérez', password: 'P@ssw0rd' }
    const [en, es] = [await post(register, chosen), await post(register, chosen, { locale: 'es' })]
    expect(en.body).toEqual({
      password: [expect.stringMatching(/^This is similar to a commonly used password\. Add more words/)],
    })
    expect(es.body).toEqual({
      password: [expect.stringMatching(/^Se parece a una contraseña muy usada\. Añade más palabras/)],
    })
  })
})
