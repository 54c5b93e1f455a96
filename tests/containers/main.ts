import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { paths } from '#shared/paths.ts'
import { withClient } from '../support/postgres/database.ts'
import { openEngine, installTools } from './engine.ts'
import { checkImage } from './image-checks.ts'
import { buildImage, makeBase } from './image.ts'
import { figuresOf, killEach, restartOneByOne, whenReady } from './outages.ts'
import { beginThread, buyPlan } from './site.ts'
import { checkProxy } from './proxy-checks.ts'
import { startStack } from './stack.ts'
import type { Stack } from './stack.ts'
import { prepareClient } from '../../scripts/prepare.ts'

const folder = '/var/tmp/promptory-containers'
const problems: string[] = []
const say = (what: string) => console.log(what)

function check(what: string, found: string[]): void {
  say(`${found.length === 0 ? 'ok' : 'FAILED'}  ${what}`)
  for (const problem of found) say(`        ${problem}`)
  problems.push(...found)
}

const refuses = (stack: Stack, name: string, path: string) =>
  stack.engine.exec(name, 'touch', path).then(
    () => [`${name} can write ${path}.`],
    (error: Error) => (error.message.includes('Read-only file system') ? [] : [error.message]),
  )

async function checkConfinement(stack: Stack, name: string): Promise<void> {
  const status = await stack.engine.exec(name, 'cat', '/proc/1/status')
  const expectedLines = [
    'Uid:\t1000\t1000\t1000\t1000',
    'CapEff:\t0000000000000000',
    'CapBnd:\t0000000000000000',
    'NoNewPrivs:\t1',
  ]
  const missing = expectedLines.filter((line) => !status.includes(line)).map((line) => `${name} is not so: ${line}`)
  const written = (
    await Promise.all(['/app/x', '/tmp/../x', '/secrets/site/x'].map((path) => refuses(stack, name, path)))
  ).flat()
  await stack.engine.exec(name, 'touch', '/tmp/x', '/data/x')
  check(`${name}: user 1000 without capabilities, its root read-only`, [...missing, ...written])
}

async function checkSite({ site, engine }: Stack): Promise<void> {
  const { status, headers, text } = await site.ask(paths.home, { headers: { 'accept-encoding': 'identity' } })
  const { headers: packed } = await site.ask(paths.home, { headers: { 'accept-encoding': 'br' } })
  const found = [
    status === 200 ? '' : `The first page answered ${status}.`,
    text.includes('This is a payment sandbox') ? '' : 'The page does not say that it is a sandbox.',
    headers['strict-transport-security'] ? 'localhost is bound to https.' : '',
    packed['content-encoding'] === 'br' ? '' : `The page came as ${packed['content-encoding']}.`,
    (await engine.logs('app-1')).includes('Payments go to a sandbox') ? '' : 'The log does not warn of it.',
  ]
  check('the first page by TLS, compressed by the server, with the warning of a sandbox', found.filter(Boolean))
}

async function prove(stack: Stack): Promise<void> {
  const { engine, site } = stack
  for (const name of ['sandbox', ...stack.replicas]) await whenReady(stack, name)
  check('every container answers its health check', [])
  for (const name of ['sandbox', ...stack.replicas]) await checkConfinement(stack, name)
  await checkSite(stack)
  const account = JSON.parse(await engine.exec('app-2', 'cat', '/data/first-admin.json')) as {
    email: string
    password: string
  }
  Object.assign(stack, await beginThread(site, account, stack.parts.database.url))
  await buyPlan(site, stack.token)
  check('a plan is bought at the sandbox, whose webhook comes back through Caddy', [])

  const acknowledged: number[] = []
  const rolled = await restartOneByOne(stack)
  acknowledged.push(...rolled.visit.acknowledged)
  check(`${rolled.what}: ${figuresOf(rolled.visit)}`, rolled.problems)
  for await (const { what, visit, problems: found } of killEach(stack)) {
    acknowledged.push(...visit.acknowledged)
    check(`${what}: ${figuresOf(visit)}`, found)
  }
  const { rows } = await withClient(stack.parts.database.url, (client) =>
    client.query('SELECT count(*)::int AS count FROM comment WHERE id = ANY($1::int[])', [acknowledged]),
  )
  const lost = acknowledged.length - rows[0].count
  check(`${acknowledged.length} acknowledged comments are there`, lost === 0 ? [] : [`${lost} are lost.`])
}

if (process.getuid?.() !== 0) {
  console.error('This needs root: it makes images and runs containers.')
  process.exit(1)
}
prepareClient()
installTools()
if (process.argv.includes('--proxy')) {
  check('the Caddyfile, with two replicas in every state', await checkProxy(join(folder, 'proxy')))
  process.exit(problems.length === 0 ? 0 : 1)
}
mkdirSync(folder, { recursive: true })
const engine = openEngine(folder)
engine.removeAll()
await engine.podman('volume', 'rm', '--all', '--force')
say('Making the base image, then the image: some minutes the first time…')
await makeBase(engine, folder)
buildImage(engine, folder)
const image = await checkImage(engine)
check(`the image has ${image.megabytes} MB, nothing for development and no secret`, image.problems)
const run = join(folder, 'state')
rmSync(run, { recursive: true, force: true })
check('the Caddyfile, with two replicas in every state', await checkProxy(join(run, 'proxy')))
let stack: Stack | undefined
try {
  stack = await startStack(engine, run, say)
  await prove(stack)
} catch (error) {
  problems.push((error as Error).message)
  console.error(error)
  for (const name of ['app-1', 'app-2', 'sandbox'])
    console.error(name, await engine.podman('logs', '--tail', '20', name).catch(String))
} finally {
  engine.removeAll()
  await stack?.stop()
}
say(problems.length === 0 ? 'All of it holds.' : `${problems.length} do not hold.`)
process.exit(problems.length === 0 ? 0 : 1)
