import { expect, test } from 'vitest'
import { findPasswordWeakness } from '../../../server/users/passwords.ts'

test('estimating the strength of a worst-case password does not block the server', async () => {
  const cruel = Array.from({ length: 128 }, (_, at) => '4@8({<369!1|0$57+2'[at % 18]).join('')
  const { user: before } = process.cpuUsage()
  const begun = performance.now()
  await findPasswordWeakness(cruel, { email: '', names: [], site: [] })
  const waited = (performance.now() - begun) * 1_000
  expect(process.cpuUsage().user - before).toBeLessThan(Math.max(waited / 2, 30_000))
})
