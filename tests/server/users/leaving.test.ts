import { describe, expect, test } from 'vitest'
import { paths } from '#shared/paths.ts'
import { databaseUrl, db } from '../../../server/database/db.ts'
import type { TokenPurpose } from '../../../server/generated/enums.ts'
import { createToken } from '../../../server/mail/one-time-tokens.ts'
import { openApp, patch, post, put, remove, startApp } from '../../support/app.ts'
import { waitForBlockedLock, withClient } from '../../support/postgres/database.ts'
import { audience } from '../../support/google.ts'
import { createPrompt } from '../../support/library.ts'
import { createPerson, password, password_hash } from '../../support/people.ts'
import type { Person } from '../../support/people.ts'

await openApp()

const of = await startApp({ GOOGLE_CLIENT_ID: audience })
const { api } = paths
const collectionOf = async (as: Person) => (await post(api.collections(), { name: 'Mine' }, { as })).body.id as number

const removal = 'DELETE FROM "user" WHERE id = $1'
const lock = 'SELECT FROM "user" WHERE id = $1 FOR UPDATE'
/** Starts a removal, and completes it once the action waits for it. */
const whileRemoving = (person: Person, act: () => ReturnType<typeof post>, begin = removal) =>
  withClient(databaseUrl, async (other) => {
    await other.query('BEGIN')
    await other.query(begin, [person.id])
    const answer = act()
    await waitForBlockedLock(databaseUrl)
    await other.query(removal, [person.id])
    await other.query('COMMIT')
    return answer
  })

type PrepareAction = (as: Person) => Promise<() => ReturnType<typeof post>>
const actions: [string, PrepareAction][] = [
  ['a change of the profile', async (as) => () => patch(api.me, { first_name: 'A' }, { as })],
  [
    'a change of the password',
    async (as) => () => post(api.mePassword, { current_password: password, new_password: `${password} 2` }, { as }),
  ],
  ['a change of the address', async (as) => () => post(api.meEmail, { email: `to-${as.email}`, password }, { as })],
  ['the removal of the account', async (as) => () => remove(api.me, { password }, { as })],
  ['a new collection', async (as) => () => post(api.collections(), { name: 'Q' }, { as })],
  [
    'a change of a collection',
    async (as) => {
      const id = await collectionOf(as)
      return () => patch(api.collection(id), { name: 'R' }, { as })
    },
  ],
  [
    'the removal of a collection',
    async (as) => {
      const id = await collectionOf(as)
      return () => remove(api.collection(id), undefined, { as })
    },
  ],
  [
    'a prompt for a collection',
    async (as) => {
      const [id, { slug }] = [await collectionOf(as), await createPrompt()]
      return () => put(api.collectionPrompt(id, slug), undefined, { as })
    },
  ],
]

describe('while an account is being removed', () => {
  test.each(actions)('%s waits for the removal, and returns 401', async (_what, prepare) => {
    const person = await createPerson({ password_hash })
    const act = await prepare(person)
    const answer = await whileRemoving(person, act)
    expect(answer).toMatchObject({ status: 401, body: { code: 'token_not_valid' } })
  })

  test.each<[TokenPurpose, (token: string) => ReturnType<typeof post>]>([
    ['confirm_email', (token) => post(api.confirmEmail, { token })],
    ['reset_password', (token) => post(api.passwordResetConfirm, { token, password })],
    ['google_link_mail', (token) => post(api.googleLinkConfirm, { token }, { of })],
  ])('a mailed link waits for the removal, and returns 400: %s', async (purpose, open) => {
    const person = await createPerson({ password_hash })
    const token = await createToken(db, { purpose, user_id: person.id, email: person.email, google_sub: person.email })
    const answer = await whileRemoving(person, () => open(token ?? ''), lock)
    expect(answer).toMatchObject({ status: 400, body: { token: ['The link has expired. Request a new one.'] } })
  })
})
