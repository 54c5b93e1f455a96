import { parseArgs } from 'node:util'
import { prepareBuild, prepareClient } from '../../scripts/prepare.ts'
import { describeFailure } from '../../server/database/describe-failure.ts'
import { countPrompts, startDatabase, withClient, withScratch } from './database.ts'
import type { Database } from './database.ts'
import { runCleanups } from './cleanups.ts'
import { startProduct } from './product.ts'
import { report } from './report.ts'
import { requireProgram } from './require-program.ts'

const usage = `Usage: npm run bench [-- COMMAND] [OPTIONS]
  load      empties .data/bench, imports the prompts and measures the import
  import    measures an import into a temporary database (--prompts 100000 takes two minutes)
  read      measures reads of the loaded prompts
  warm, cold, paging, search, lookup, memory   measure one part of read
  accounts  measures a member's reads, and reads during many logins, with the starter content
  writes    measures what invalidation costs ratings and saves, in a temporary database (needs pgbench)
  pages     measures page weight, Lighthouse scores and each step with the starter content (needs Chromium);
            pages steps: the steps from page to page, the search and a long thread
  webhooks  measures webhooks and reconciliation with a payment sandbox (needs pgbench)
  community measures news and forum in a database that the first run fills (needs wrk, nginx, pgbench);
            community load, warm, cold, posting or streams: one part of it
  operate   measures an operator's tasks in temporary databases; --only PART: one part of it (see operate.ts)
Without COMMAND: load, unless prompts are loaded, then read.
  --prompts N   prompts to load (default 1,000,000)
  --members N   members of operate (default 100,000)
  --threads N   threads of community, and of the owner of operate, with ten times as many comments (default 100,000)
  --rounds N    rounds of each warm measurement (default 15, because the machine's speed varies)
  --customers N customers to reconcile (default 10,000)
  --seconds N   length of a round (default 1); a round of cold reads is 1,500 requests`

function parse() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        prompts: { type: 'string', default: '1000000' },
        customers: { type: 'string', default: '10000' },
        threads: { type: 'string', default: '100000' },
        members: { type: 'string', default: '100000' },
        only: { type: 'string' },
        rounds: { type: 'string', default: '15' },
        seconds: { type: 'string', default: '1' },
        help: { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    console.error(describeFailure(error))
    process.exit(1)
  }
}
const { values, positionals } = parse()

async function versionOf({ url }: Database): Promise<string> {
  return withClient(url, async (client) => (await client.query('SHOW server_version')).rows[0].server_version)
}

async function loadAll(database: Database, section: 'load' | 'import' = 'load') {
  const prompts = Number(values.prompts)
  const { load } = await import('./load.ts')
  const figures =
    section === 'load'
      ? await load(database, prompts)
      : await withScratch(database.url, 'imported', (url) => load({ url }, prompts))
  report(section, section === 'load' ? 'Import' : 'Import into a separate database', figures, {
    postgres: await versionOf(database),
    prompts,
  })
}

async function readAll(database: Database, part?: string) {
  const prompts = await countPrompts(database.url)
  if (prompts === 0) throw new Error('No prompts are loaded: run npm run bench -- load.')
  prepareBuild()
  const { read } = await import('./read.ts')
  const conditions = { postgres: await versionOf(database), prompts }
  await read(
    database,
    { rounds: Number(values.rounds), seconds: Number(values.seconds) },
    part,
    (section, title, figures) => report(section, title, figures, conditions),
  )
}

async function browseAll(database: Database, part?: string) {
  prepareBuild()
  const { pages } = await import('./pages.ts')
  const { lighthouse } = await import('./lighthouse.ts')
  const { measureEachStep } = await import('./steps.ts')
  await withScratch(database.url, 'browsed', async (url) => {
    const product = await startProduct(url)
    try {
      const conditions = { postgres: await versionOf(database), prompts: await countPrompts(url) }
      if (part !== 'steps')
        report('pages', 'Pages in a browser', [...(await pages(product)), ...(await lighthouse(product))], conditions)
      report('pages steps', 'Steps in a browser', await measureEachStep(product, url), conditions)
    } finally {
      await product.stop()
    }
  })
}

async function enterAll(database: Database) {
  prepareBuild()
  requireProgram('wrk')
  const { accounts } = await import('./accounts.ts')
  await withScratch(database.url, 'entered', async (url) => {
    const product = await startProduct(url)
    try {
      const figures = await accounts(product, { rounds: Number(values.rounds), seconds: Number(values.seconds) })
      report('accounts', 'Accounts', figures, { postgres: await versionOf(database), prompts: await countPrompts(url) })
    } finally {
      await product.stop()
    }
  })
}

async function writeAll(database: Database) {
  const { prompts, writes } = await import('./writes.ts')
  await withScratch(database.url, 'written', async (url) => {
    const figures = await writes(url, { rounds: Number(values.rounds), seconds: Number(values.seconds) })
    report('writes', 'Writes', figures, { postgres: await versionOf(database), prompts })
  })
}

async function payAll(database: Database) {
  const { startPayments } = await import('./payments.ts')
  const { webhooks } = await import('./webhooks.ts')
  const { measureReconciliation } = await import('./reconciliation.ts')
  await withScratch(database.url, 'paid', async (url) => {
    const payments = await startPayments()
    const pace = { rounds: Number(values.rounds), seconds: Number(values.seconds) }
    const conditions = { postgres: await versionOf(database), prompts: 0 }
    const figures = await webhooks(url, payments, pace)
    conditions.prompts = await countPrompts(url)
    report('webhooks', 'Webhooks', figures, conditions)
    figures.push(...(await measureReconciliation(url, payments, Number(values.customers))))
    report('webhooks', 'Webhooks', figures, conditions)
    await payments.stop()
  })
}

async function talkAll(database: Database, only?: string) {
  const threads = Number(values.threads)
  prepareBuild()
  const { community, communityParts } = await import('./community/community.ts')
  if (only && only !== 'load' && !(only in communityParts)) throw new Error(usage)
  const postgres = await versionOf(database)
  const pace = { rounds: Number(values.rounds), seconds: Number(values.seconds) }
  const content = `${threads.toLocaleString('en')} threads, ${(10 * threads).toLocaleString('en')} comments`
  await community(database, { pace, only, threads }, (part, title, figures) =>
    report(`community ${part}`, title, figures, { postgres, content }),
  )
}

async function operateAll(database: Database) {
  prepareBuild()
  const { isOperatePart, operate } = await import('./operate/operate.ts')
  const { only } = values
  if (only && !isOperatePart(only)) throw new Error(usage)
  const [prompts, members, threads] = [values.prompts, values.members, values.threads].map(Number) as [
    number,
    number,
    number,
  ]
  const postgres = await versionOf(database)
  const pace = { rounds: Number(values.rounds), seconds: Number(values.seconds) }
  const content = `${prompts.toLocaleString('en')} prompts, ${members.toLocaleString('en')} members`
  await operate(database, { only, pace, prompts, members, threads }, (part, title, figures) =>
    report(`operate --only ${part}`, title, figures, { postgres, content }),
  )
}

async function run(command?: string, part?: string) {
  prepareClient()
  const database = await startDatabase({ empty: command === 'load' })
  if (command === 'load' || command === 'import') return loadAll(database, command)
  if (command === 'pages') return browseAll(database, part)
  if (command === 'accounts') return enterAll(database)
  if (command === 'writes') return writeAll(database)
  if (command === 'webhooks') return payAll(database)
  if (command === 'community') return talkAll(database, part)
  if (command === 'operate') return operateAll(database)
  if (command) return readAll(database, command === 'read' ? undefined : command)
  if ((await countPrompts(database.url)) === 0) await loadAll(database)
  await readAll(database)
}

const [command, part] = positionals
if (
  values.help ||
  (command &&
    ![
      'load',
      'import',
      'read',
      'warm',
      'cold',
      'paging',
      'search',
      'lookup',
      'memory',
      'pages',
      'accounts',
      'writes',
      'webhooks',
      'community',
      'operate',
    ].includes(command))
) {
  console.log(usage)
  process.exit(values.help ? 0 : 1)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => void runCleanups().then(() => process.exit(130)))
try {
  await run(command, part)
} catch (error) {
  console.error(describeFailure(error))
  process.exitCode = 1
}
await runCleanups()
process.exit()
