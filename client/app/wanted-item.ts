import { isWanted } from '#shared/wanted-item.ts'
import { parseStorage, readStorage, writeStorage } from './storage.ts'

type Stored = { wanted: string; asked_at: number }

/** As long as a checkout is open. */
const maxAgeMs = 24 * 3_600_000

const isFresh = ({ wanted, asked_at }: Stored) => isWanted(wanted) && Math.abs(Date.now() - asked_at) < maxAgeMs

/** What somebody came to the plans for outlasts the mail that confirms an address, and the checkout. */
export const storeWanted = (wanted: string | undefined) =>
  writeStorage('wanted_item', wanted === undefined ? null : JSON.stringify({ wanted, asked_at: Date.now() }))

export const readStoredWanted = () => parseStorage<Stored>(readStorage('wanted_item'), isFresh)?.wanted
