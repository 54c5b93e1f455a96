import { describe, expect, test } from 'vitest'
import { db } from '../../server/db.ts'
import { makeToken, takeToken } from '../../server/users/one-time-tokens.ts'
import { queueMail } from '../../server/users/users.jobs.ts'
import type { UserMail } from '../../server/users/users.jobs.ts'
import { sql } from '../support/app.ts'
import { until } from '../support/database.ts'
import { lastMailTo, mailsTo } from '../support/mail.ts'
import { createPerson } from '../support/people.ts'

const queue = (mail: UserMail) => db.$transaction((transaction) => queueMail(transaction, mail))

describe('a queued mail', () => {
  test('comes with a link that proves the address', async () => {
    const { id: user_id, email } = await createPerson()
    await queue({ kind: 'welcome', user_id })
    const mail = await lastMailTo(email)
    expect(mail.link).toBe(`http://library.test/confirm-email?token=${mail.token}`)
    expect(await takeToken(db, 'confirm_email', mail.token)).toEqual({ user_id, email })
  })
})
void [makeToken, sql, until, mailsTo]
