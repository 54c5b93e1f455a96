import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { countTests, describeFailures, describeFlaky, filesToRunAgain, mergeReports, slowestFiles } from './report.ts'
import type { RunReport } from './report.ts'
import { createRunFolder, removeRunFolder } from './run-folder.ts'
import { findBrowser, installBrowser } from './support/browser/browser.ts'
import { installPgBouncer } from './support/postgres/pgbouncer.ts'
import { installRedis } from './support/postgres/redis.ts'
import { prepareBuild, prepareClient } from '../scripts/prepare.ts'

/** `npm test`; with `system` as first argument `npm run test:system`. Further arguments go to Vitest. */
const isSystem = process.argv[2] === 'system'
const vitestArguments = process.argv.slice(isSystem ? 3 : 2)
const tier = isSystem ? ['--project=system*', '--no-file-parallelism'] : ['--project=!system*']

prepareClient()
prepareBuild()
if (!findBrowser()) {
  console.log('Installing a browser…')
  installBrowser()
}
if (isSystem) {
  if (!installRedis())
    console.log('There is no redis-server here: the tests of limits that servers share through it are skipped.')
  if (!installPgBouncer()) console.log('There is no pgbouncer here: the tests behind a pooler are skipped.')
}

const folder = createRunFolder()
let isInterrupted = false
async function interrupt() {
  if (isInterrupted) return
  isInterrupted = true
  await removeRunFolder(folder)
  process.exit(130)
}
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => void interrupt())
process.once('disconnect', () => void interrupt())

const NODE_COMPILE_CACHE = process.env.NODE_COMPILE_CACHE ?? join(process.cwd(), 'node_modules/.cache/compiled')
const livesOfSystem = vitestArguments.includes('billing') ? '10000' : '100'
const LIVES = process.env.LIVES ?? (isSystem ? livesOfSystem : '20')
const environment = { ...process.env, TMPDIR: folder, NODE_COMPILE_CACHE, LIVES }

async function check(name: string, [program = '', ...args]: string[], variables = {}, live = false): Promise<boolean> {
  const startedAt = performance.now()
  const env = { ...environment, ...variables }
  const child = spawn(program, args, { env, stdio: live ? 'inherit' : ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout?.on('data', (text) => (output += text))
  child.stderr?.on('data', (text) => (output += text))
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code !== 0 && !live) console.log(output)
  console.log(`${code === 0 ? 'ok' : 'FAILED'}  ${name} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`)
  return code === 0
}

/** An error outside of all files, as in a global set-up, is added to the report. */
async function runVitest(name: string, args: string[]): Promise<{ isOk: boolean; report: RunReport }> {
  const file = join(folder, `${name}.json`)
  const command = [process.execPath, '--disable-warning=ExperimentalWarning', 'node_modules/vitest/vitest.mjs', 'run']
  const reporters = ['--reporter=default', '--reporter=./tests/reporter.ts']
  const isOk = await check(name, [...command, ...reporters, ...tier, ...args], { TEST_REPORT: file }, true)
  const none: RunReport = { files: [], errors: [] }
  const report = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as RunReport) : none
  if (!isOk && report.errors.length === 0 && report.files.every(({ is_ok }) => is_ok))
    report.errors.push('Vitest ended with an error: see above.')
  return { isOk, report }
}

const bin = (name: string) => `node_modules/.bin/${name}`
const checks = isSystem
  ? []
  : await Promise.all([
      check('types', [bin('tsc'), '--project', '.']),
      check('lint', [bin('oxlint'), '--deny-warnings']),
      check('format', [bin('oxfmt'), '--check']),
      check('unused', [bin('knip')]),
      check('dependencies of production', [bin('knip'), '--production', '--strict', '--include=dependencies,unlisted']),
    ])
const first = await runVitest('tests', vitestArguments)
let { isOk, report } = first
let flaky: string[] = []
const failed = isSystem || isOk ? [] : filesToRunAgain(report)
if (failed.length > 0) {
  const again = await runVitest('failed files once more, each alone', [...failed, '--no-file-parallelism'])
  isOk = again.isOk
  report = mergeReports(report, again.report)
  flaky = describeFlaky(first.report, again.report)
}
await removeRunFolder(folder)
console.log(['', 'The slowest files:', ...slowestFiles(report, 10), ...describeFailures(report), ...flaky].join('\n'))
console.log(`${(performance.now() / 1_000).toFixed(0)} s in all, without the installation of packages`)
console.log(countTests(report))
process.exit(isOk && checks.every(Boolean) ? 0 : 1)
