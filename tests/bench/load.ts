import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { measureCopy } from './copy.ts'
import { withClient, withScratch } from './database.ts'
import type { Database } from './database.ts'
import { onExit } from './cleanups.ts'
import { formatDecimal, formatInteger } from './figures.ts'
import type { Figure } from './figures.ts'
import { generate } from './data/generate.ts'
import { measureImport } from './import.ts'
import { folder } from './paths.ts'

const few = 10_000

export async function importGenerated(url: string, prompts: number) {
  const file = join(folder, `${prompts}.ndjson`)
  const remove = onExit(() => rm(file, { force: true }))
  console.log(`Generating ${formatInteger(prompts)} prompts…`)
  await generate(file, prompts)
  console.log('Importing them…')
  const measured = await measureImport(url, file)
  await remove()
  return measured
}

export async function load({ url }: Pick<Database, 'url'>, prompts: number): Promise<Figure[]> {
  const small = await withScratch(url, 'few', (scratch) => importGenerated(scratch, few))
  const large = await importGenerated(url, prompts)
  await withClient(url, (client) => client.query('VACUUM ANALYZE'))
  console.log('Copying the same rows…')
  const copy = await measureCopy(url)
  const rate = prompts / large.rowSeconds
  const against = (seconds: number) => rate / (prompts / seconds)
  const growth = large.peak / small.peak
  return [
    { what: 'import, rows', measured: `${formatInteger(rate)}/s, ${formatInteger(large.rowSeconds)} s` },
    {
      what: 'import, rows and search',
      measured: `${formatInteger(prompts / large.totalSeconds)}/s, ${formatInteger(large.totalSeconds)} s`,
    },
    ratio('speed of the import against COPY without an index', against(copy.bare), prompts / copy.bare),
    ratio(
      'speed of the import against COPY with the same keys and indexes',
      against(copy.indexed),
      prompts / copy.indexed,
    ),
    {
      what: `peak memory of the import with ${formatInteger(few)} and ${formatInteger(prompts)} prompts`,
      measured: `${formatInteger(small.peak)} and ${formatInteger(large.peak)} MB`,
    },
    { what: 'ratio of the two peaks', required: '≤ 1.2', measured: formatDecimal(growth), passed: growth <= 1.2 },
  ]
}

const ratio = (what: string, value: number, floor: number): Figure => ({
  what,
  required: '≥ 0.25',
  measured: formatDecimal(value),
  floor: `${formatInteger(floor)}/s`,
  passed: value >= 0.25,
})
