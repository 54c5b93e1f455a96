import { expect, test } from 'vitest'
import { killUnderLoad } from '../../support/postgres/killing.ts'

test('acknowledged writes survive when server and database are killed under load, and are counted', async () => {
  const { acknowledged, lost, miscounted, recoveries } = await killUnderLoad(['postgres', 'app'])
  expect({ lost, miscounted }).toEqual({ lost: [], miscounted: [] })
  expect(recoveries).toHaveLength(2)
  for (const [kind, count] of Object.entries(acknowledged)) expect([kind, count > 2]).toEqual([kind, true])
})
