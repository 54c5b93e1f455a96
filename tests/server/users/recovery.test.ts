import { describe, expect, test } from 'vitest'
import { paths } from '#shared/paths.ts'
import { db } from '../../../server/database/db.ts'
import { createToken } from '../../../server/mail/one-time-tokens.ts'
import { hashPassword } from '../../../server/users/passwords.ts'
import { get, openApp, patch, post, remove } from '../../support/app.ts'
import { lastMailTo } from '../../support/mail.ts'
import { createPerson } from '../../support/people.ts'
import type { Person } from '../../support/people.ts'

await openApp()

const [old, chosen] = ['what the thief knows', 'what only I know']
const createOwner = async () => createPerson({ password_hash: await hashPassword(old) })
const logIn = ({ email }: Person, password: string) => post(paths.api.token, { email, password })

async function reset({ email }: Person, after = 0) {
  await post(paths.api.passwordReset, { email })
  const { token } = await lastMailTo(email, { after })
  expect((await post(paths.api.passwordResetConfirm, { token, password: chosen })).status).toBe(204)
  return token
}
const waysBack: [string, (owner: Person) => Promise<unknown>][] = [
  ['resets the password', reset],
  [
    'changes the password',
    (owner) => post(paths.api.mePassword, { current_password: old, new_password: chosen }, { as: owner }),
  ],
  ['signs out everywhere', (owner) => remove(paths.api.meSessions, undefined, { as: owner })],
]

describe('an account that a thief has signed in to', () => {
  test.each(waysBack)(
    "cannot get the thief's e-mail with a link requested before its owner %s",
    async (_what, recover) => {
      const owner = await createOwner()
      const change = { purpose: 'change_email', user_id: owner.id, email: `thief-of-${owner.email}` } as const
      const requested_at = new Date(Date.now() - 1_000)
      const token = await createToken(db, { ...change, requested_at })
      await recover(owner)
      expect((await post(paths.api.confirmEmail, { token })).status).toBe(400)
      // A delayed mail gets no token.
      expect(await createToken(db, { ...change, requested_at })).toBeNull()
      expect(await createToken(db, { purpose: 'reset_password', user_id: owner.id, requested_at })).toBeNull()
      expect(await createToken(db, change)).not.toBeNull()
    },
  )

  test('has no session of the old password after log-ins that are concurrent with the reset', async () => {
    const owner = await createOwner()
    await post(paths.api.passwordReset, { email: owner.email })
    const { token } = await lastMailTo(owner.email)
    const [done, ...logIns] = await Promise.all([
      post(paths.api.passwordResetConfirm, { token, password: chosen }),
      ...Array.from({ length: 12 }, () => logIn(owner, old)),
    ])
    expect(done.status).toBe(204)
    expect(logIns.every(({ status }) => status === 200 || status === 401)).toBe(true)
    expect(await db.session.count({ where: { user_id: owner.id } })).toBe(0)
    expect((await logIn(owner, chosen)).status).toBe(200)
  })

  test('keeps the reset password despite a concurrent change of the password', async () => {
    const owner = await createOwner()
    await post(paths.api.passwordReset, { email: owner.email })
    const { token } = await lastMailTo(owner.email)
    const change = { current_password: old, new_password: 'what the thief would like' }
    const [, changed] = await Promise.all([
      post(paths.api.passwordResetConfirm, { token, password: chosen }),
      post(paths.api.mePassword, change, { as: owner }),
    ])
    const wins = changed.status === 200 ? change.new_password : chosen
    // In either order one password is valid: the one whose change succeeded last.
    expect((await logIn(owner, wins)).status).toBe(200)
    expect((await logIn(owner, wins === chosen ? change.new_password : chosen)).status).toBe(401)
  })

  test('cannot be opened with a link that was sent to a former e-mail', async () => {
    const owner = await createOwner()
    const token = await createToken(db, { purpose: 'reset_password', user_id: owner.id, email: owner.email })
    await db.user.update({ where: { id: owner.id }, data: { email: `moved-${owner.email}` } })
    expect((await post(paths.api.passwordResetConfirm, { token, password: chosen })).status).toBe(400)
  })
})

describe('an invalid access token', () => {
  const bad = { as: { token: 'nonsense' } }

  test('is ignored if the route needs no sign-in', async () => {
    const owner = await createOwner()
    const { status, body } = await post(paths.api.token, { email: owner.email, password: old }, bad)
    expect(status).toBe(200)
    expect((await post(paths.api.tokenRefresh, { refresh: body.refresh }, bad)).status).toBe(200)
    expect((await get(paths.api.plans, bad)).status).toBe(200)
  })

  test('returns 401 if the response depends on the user', async () => {
    const answers = [
      await get(paths.api.me, bad),
      await patch(paths.api.me, {}, bad),
      await get(paths.api.prompt('any'), bad),
    ]
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401])
  })
})
