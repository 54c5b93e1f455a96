import { cold } from './cold.ts'
import type { Database } from './database.ts'
import { formatInteger } from './figures.ts'
import type { Figure } from './figures.ts'
import { lookup } from './lookup.ts'
import { paging } from './paging.ts'
import { memoryOf } from './proc.ts'
import { startProduct } from './product.ts'
import type { Product } from './product.ts'
import { search } from './search.ts'
import { warm } from './warm.ts'
import { requireProgram } from './require-program.ts'

export type Pace = { rounds: number; seconds: number }
type Report = (section: string, title: string, figures: Figure[]) => void

const maxMemoryMb = 320
const parts: Record<
  string,
  { title: string; measure: (database: Database, product: Product, pace: Pace) => Promise<Figure[]> }
> = {
  warm: { title: 'Cached responses', measure: warm },
  cold: { title: 'Uncached responses', measure: cold },
  paging: { title: 'Paging', measure: paging },
  search: { title: 'Search', measure: search },
  lookup: { title: 'One prompt against its statement', measure: lookup },
  memory: { title: 'Memory', measure: memory },
}

/** Measured again after the parts that use most memory. */
async function memory(database: Database, product: Product, pace: Pace): Promise<Figure[]> {
  await paging(database, product)
  await cold(database, product, pace)
  const now = memoryOf(product.pid, 'VmRSS')
  return [
    {
      what: 'memory of the server after the read benchmarks',
      required: `< ${maxMemoryMb} MB`,
      measured: `${formatInteger(now)} MB`,
      passed: now < maxMemoryMb,
    },
  ]
}

export async function read(database: Database, pace: Pace, only: string | undefined, report: Report): Promise<void> {
  requireProgram('wrk')
  if (!only || only === 'warm') requireProgram('nginx-light', 'nginx')
  const product = await startProduct(database.url)
  for (const [section, { title, measure }] of Object.entries(parts)) {
    if (only && only !== section) continue
    console.log(`\nMeasuring: ${title}…`)
    const figures = await measure(database, product, pace)
    report(section, title, figures)
  }
  await product.stop()
}
