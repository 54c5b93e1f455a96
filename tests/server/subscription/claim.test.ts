import { expect, test } from 'vitest'
import { withCustomerLock } from '#server/subscription/customers/customer-lock.ts'
import { openApp, sql } from '../../support/app.ts'
import { until } from '../../support/postgres/database.ts'

await openApp()

const customer = 'cus_claimed'
const claimedUntil = async () => {
  const { rows } = await sql.query('SELECT claimed_until FROM customer WHERE id = $1', [customer])
  return rows[0].claimed_until
}
// Longer than any pause of a busy machine.
const lockMs = 120_000
const claim = (callback: () => Promise<unknown>, durationMs = lockMs) =>
  withCustomerLock(customer, callback, durationMs)

test('a customer lock is extended while its task runs, and released when the task ends or fails', async () => {
  await sql.query('INSERT INTO customer (id) VALUES ($1)', [customer])
  const gate = Promise.withResolvers<void>()
  const slow = claim(() => gate.promise, 6_000)
  await until(async () => (await claimedUntil()) !== null)
  const first = await claimedUntil()
  await until(async () => (await claimedUntil()) > first)
  await expect(claim(async () => 'second')).rejects.toMatchObject({ status: 409 })
  gate.resolve()
  await slow
  expect(await claim(async () => 'third')).toBe('third')
  await expect(claim(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(await claim(async () => 'fourth')).toBe('fourth')
})

test('a customer lock expires after its process died', async () => {
  await sql.query(`UPDATE customer SET claimed_until = now() - interval '1 second' WHERE id = $1`, [customer])
  expect(await claim(async () => 'next')).toBe('next')
})

test('a task with an expired customer lock does not release the lock that another task acquired', async () => {
  const [lapsed, present] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const first = claim(() => lapsed.promise)
  await until(async () => (await claimedUntil()) !== null)
  await sql.query(`UPDATE customer SET claimed_until = now() - interval '1 second' WHERE id = $1`, [customer])
  const second = claim(() => present.promise)
  await until(async () => (await claimedUntil()) > new Date())
  lapsed.resolve()
  await first
  await expect(claim(async () => 'third')).rejects.toMatchObject({ status: 409 })
  present.resolve()
  await second
})
