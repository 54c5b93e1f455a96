import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { invalidRequest, noSuch } from './errors.ts'
import { emit, update } from './events.ts'
import { newId } from './ids.ts'
import { paging, text } from './input.ts'
import { pageOf } from './lists.ts'
import type { Charge } from './objects/payment.ts'
import { disputeObject } from './objects/refund.ts'
import type { Dispute } from './objects/refund.ts'
import type { Sandbox } from './sandbox.ts'

const evidenceSeconds = 7 * 24 * 3600

export function openDispute(sandbox: Sandbox, charge: Charge, reason: string): Dispute {
  const { store, clock } = sandbox
  if (charge.status !== 'succeeded' || charge.disputed)
    throw invalidRequest(`The charge ${charge.id} cannot be disputed.`, 'charge')
  const created = clock.now()
  const dispute = disputeObject({ id: newId('dp'), created, charge, reason, due_by: created + evidenceSeconds })
  store.save(dispute)
  update(sandbox, charge, 'charge.updated', (record) => void (record.disputed = true))
  emit(sandbox, 'charge.dispute.created', dispute)
  emit(sandbox, 'charge.dispute.funds_withdrawn', dispute)
  return dispute
}

export function closeDispute(sandbox: Sandbox, id: string, status: 'won' | 'lost'): Dispute {
  const dispute = getDispute(sandbox, id)
  if (['won', 'lost'].includes(dispute.status)) throw invalidRequest('This dispute is closed already.', 'id')
  dispute.status = status
  sandbox.store.save(dispute)
  if (status === 'won') emit(sandbox, 'charge.dispute.funds_reinstated', dispute)
  emit(sandbox, 'charge.dispute.closed', dispute)
  return dispute
}

function getDispute({ store }: Sandbox, id: string): Dispute {
  const dispute = store.find('dispute', id)
  if (!dispute) throw noSuch('dispute', id)
  return dispute
}

const DisputeList = z.strictObject({ ...paging, charge: text.optional(), payment_intent: text.optional() })

export const disputeEndpoints = (sandbox: Sandbox) => [
  endpoint('GET', '/v1/disputes', DisputeList, (input) => {
    const disputes = [...sandbox.store.all('dispute')].filter(
      (one) =>
        one.charge === (input.charge ?? one.charge) &&
        one.payment_intent === (input.payment_intent ?? one.payment_intent),
    )
    return pageOf('/v1/disputes', disputes, input)
  }),
  endpoint('GET', '/v1/disputes/:id', z.strictObject({}), (_input, { id }) => getDispute(sandbox, id)),
]
