import { randomUUID } from 'node:crypto'
import { adminMoneyPaths } from '#shared/admin/money-paths.ts'
import { get, post } from '../app.ts'
import { createPerson } from '../people.ts'
import type { Person } from '../people.ts'
import { shop } from './shop.ts'

const { api } = adminMoneyPaths
export const refundStateOf = (as: Person, payment_id: string) => get(api.refunds(payment_id), { as, of: shop })

export const sendRefund = (as: Person | undefined, payment_id: string, etag: string | undefined, body: object) =>
  post(
    api.refunds(payment_id),
    { order_id: randomUUID(), reason: 'They asked for it', ...body },
    { as, of: shop, headers: { ...(etag !== undefined && { 'if-match': etag }) } },
  )

export async function refundAsAdmin(payment_id: string, amount?: number) {
  const as = await createPerson({ role: 'admin' })
  const { body, headers } = await refundStateOf(as, payment_id)
  return sendRefund(as, payment_id, String(headers.etag), { amount: amount ?? body.left })
}
