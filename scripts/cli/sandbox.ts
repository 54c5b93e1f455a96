import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import type { Command } from 'commander'
import { parseSettings, StartProblem } from '../../server/settings/settings.ts'
import { addVerb, addWritingVerb, printResult } from './command.ts'
import type { CommandOptions } from './command.ts'

const aboutSandbox = `
The commands use the sandbox that runs on this machine with the same DATA_DIR. Examples:
  npm run cli -- sandbox advance 31d
  npm run cli -- sandbox deliveries
  npm run cli -- sandbox close-dispute dp_… lost
  npm run cli -- sandbox refund ch_… --amount 500 --course fails-later
  npm run cli -- sandbox dispute ch_…
  npm run cli -- sandbox outage --path /v1/subscriptions --mode hang --times 3
  npm run -s cli -- sandbox call POST /customers/cus_…/card '{"card_number":"4242424242424242"}' --json`

function readSandboxFile(name: string): Record<string, string> {
  const { DATA_DIR } = parseSettings(process.env)
  try {
    return JSON.parse(readFileSync(join(DATA_DIR, 'sandbox', name), 'utf8')) as Record<string, string>
  } catch {
    throw new StartProblem(`No payment sandbox runs on ${DATA_DIR}: start it, or set DATA_DIR.`)
  }
}

/** Request without fetch's timeout: moving the clock waits for all webhooks. */
function send(
  url: string,
  { method, headers, body }: { method: string; headers: Record<string, string>; body: string },
) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const sent = request(url, { method, headers }, (answer) => {
      answer.setEncoding('utf8')
      answer.toArray().then((parts) => resolve({ status: answer.statusCode ?? 0, text: parts.join('') }), reject)
    })
    sent.once('error', reject).end(body)
  })
}

async function call<Answer>(method: string, path: string, body?: object): Promise<Answer> {
  const { url } = readSandboxFile('address.json')
  const { control_token } = readSandboxFile('secrets.json')
  const headers = { authorization: `Bearer ${control_token}`, ...(body && { 'content-type': 'application/json' }) }
  const { status, text } = await send(`${url}/_sandbox${path}`, {
    method,
    headers,
    body: body ? JSON.stringify(body) : '',
  }).catch(() => {
    throw new StartProblem(`The payment sandbox of ${url} does not answer.`)
  })
  const json = JSON.parse(text) as Answer & { error?: { message: string } }
  if (status >= 300) throw new StartProblem(json.error?.message ?? `The payment sandbox answered ${status}.`)
  return json
}

/** Sends a command to the sandbox. Null for a dry run. */
async function order<Answer>(options: CommandOptions, path: string, body: object): Promise<Answer | null> {
  if (!options.dryRun) return call<Answer>('POST', path, body)
  printResult(options, `Would post ${JSON.stringify(body)} to ${path} of the sandbox.`, { path, body, dry_run: true })
  return null
}

type Moved = { now: number; events: number; delivered: number; not_delivered: number }
const timeOf = (seconds: number) => new Date(seconds * 1000).toISOString().replace('.000', '')

async function advance(target: string, options: CommandOptions) {
  const isDuration = /^\d+[smhd]?$/.test(target)
  const moved = await order<Moved>(options, '/advance', isDuration ? { by: target } : { to: target })
  if (!moved) return
  const late = moved.not_delivered > 0 ? `, ${moved.not_delivered} webhooks not accepted` : ''
  printResult(
    options,
    `The time is now ${timeOf(moved.now)}: ${moved.events} events, ${moved.delivered} webhooks delivered${late}.`,
    moved,
  )
}

const paymentOf = (id: string) => (id.startsWith('pi_') ? { payment_intent: id } : { charge: id })
type RefundOptions = CommandOptions & { amount?: string; course?: string }

async function refund(id: string, { amount, course, ...options }: RefundOptions) {
  const courses: Record<string, string> = {
    pending: 'pending',
    'pending-fails': 'pending, then fails',
    'fails-later': 'fails later',
  }
  const params = {
    ...paymentOf(id),
    ...(amount && { amount: Number(amount) }),
    ...(course && { course: courses[course] ?? course }),
  }
  const made = await order<{ id: string; status: string }>(options, '/refunds', params)
  if (!made) return
  printResult(options, `Refund ${made.id} is ${made.status}.`, made)
}

async function dispute(id: string, options: CommandOptions) {
  const made = await order<{ id: string; status: string }>(options, '/disputes', paymentOf(id))
  if (!made) return
  printResult(options, `Dispute ${made.id} is ${made.status}.`, made)
}

async function closeDispute(id: string, status: string, options: CommandOptions) {
  const closed = await order<object>(options, `/disputes/${id}/close`, { status })
  if (!closed) return
  printResult(options, `Dispute ${id} is ${status}.`, closed)
}

type Outage = CommandOptions & { path?: string; mode?: string; times?: string }

async function outage({ path, mode, times, ...options }: Outage) {
  const params = { ...(path && { path }), ...(mode && { mode }), ...(times && { times: Number(times) }) }
  const made = await order<{ mode: string; path: string; times: number }>(options, '/outages', params)
  if (!made) return
  printResult(options, `The next ${made.times} requests to ${made.path} get: ${made.mode}.`, made)
}

async function callAny(method: string, path: string, body: string | undefined, options: CommandOptions) {
  const [verb, json] = [method.toUpperCase(), body === undefined ? undefined : (JSON.parse(body) as object)]
  if (options.dryRun && verb !== 'GET') {
    const message = `Would send ${verb} ${path} to the sandbox.`
    printResult(options, message, { method: verb, path, body: json ?? null, dry_run: true })
    return
  }
  const answer = await call<object>(verb, path, json)
  printResult(options, JSON.stringify(answer, null, 2), answer)
}

async function deliveries(options: CommandOptions) {
  type Delivery = { id: string; type: string; status: string; tries: object[] }
  const { data, total } = await call<{ data: Delivery[]; total: number }>('GET', '/deliveries?limit=30')
  const lines = data.map(({ id, type, status, tries }) => `${id}  ${status}  ${tries.length} tries  ${type}`)
  printResult(options, [`${total} deliveries`, ...lines].join('\n'), { data, total })
}

export function addSandboxCommands(program: Command): void {
  const sandbox = program
    .command('sandbox')
    .description('Controls the payment sandbox: clock, refunds, disputes, outages.')
  sandbox.addHelpText('after', aboutSandbox)
  addWritingVerb(
    sandbox,
    'advance',
    'Moves the clock of the sandbox and waits until the resulting webhooks are delivered.',
  )
    .argument('<time>', 'duration such as 31d, 12h or 90m, or a date')
    .addHelpText('after', aboutSandbox)
    .action(advance)
  addWritingVerb(sandbox, 'refund', 'Refunds a payment, like a refund in the Dashboard.')
    .argument('<payment>', 'a charge or a payment intent')
    .option('--amount <number>', 'in the smallest unit of the currency; the whole payment if omitted')
    .option('--course <course>', 'pending, pending-fails or fails-later')
    .addHelpText('after', aboutSandbox)
    .action(refund)
  addWritingVerb(sandbox, 'dispute', 'Opens a dispute about a payment.')
    .argument('<payment>', 'a charge or a payment intent')
    .addHelpText('after', aboutSandbox)
    .action(dispute)
  addWritingVerb(sandbox, 'close-dispute', 'Closes a dispute.')
    .argument('<dispute>')
    .argument('<result>', 'won or lost')
    .addHelpText('after', aboutSandbox)
    .action(closeDispute)
  addWritingVerb(sandbox, 'outage', 'Makes the next requests of the product fail.')
    .option('--path <beginning>', 'beginning of the path; all requests if omitted')
    .option('--mode <mode>', 'error, hang, drop, delay or hold')
    .option('--times <number>', 'number of requests')
    .addHelpText('after', aboutSandbox)
    .action(outage)
  addVerb(sandbox, 'deliveries', 'Lists the latest webhook deliveries.')
    .addHelpText('after', aboutSandbox)
    .action(deliveries)
  addWritingVerb(sandbox, 'call', 'Sends a request to a path below /_sandbox.')
    .argument('<method>')
    .argument('<path>')
    .argument('[body]', 'JSON')
    .addHelpText('after', aboutSandbox)
    .action(callAny)
}
