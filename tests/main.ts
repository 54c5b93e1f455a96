import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBrowser, installBrowser } from './support/browser.ts'
import { installPgBouncer } from './support/pgbouncer.ts'
import { installRedis } from './support/redis.ts'
import { prepareBuild, prepareClient } from '../scripts/prepare.ts'

const node = [process.execPath, '--disable-warning=ExperimentalWarning'] as const

async function check(name: string, [program = '', ...args]: readonly string[], live = false): Promise<boolean> {
  const startedAt = performance.now()
  const child = spawn(program, args, { stdio: live ? 'inherit' : ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout?.on('data', (text) => (output += text))
  child.stderr?.on('data', (text) => (output += text))
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code !== 0 && !live) console.log(output)
  console.log(`${code === 0 ? 'ok' : 'FAILED'}  ${name} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`)
  return code === 0
}

type Report = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

/** With the names of those that failed, and of those that failed at first and passed when they were run again. */
function summarize(report: string): string {
  try {
    const { testResults, ...counts } = JSON.parse(readFileSync(report, 'utf8')) as Report
    const broken = testResults.filter(({ status, assertionResults: [first] }) => status === 'failed' && !first)
    const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
    const flaky = tests.filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
    const failed = tests.filter(({ status }) => status === 'failed')
    const skipped = counts.numPendingTests + counts.numTodoTests
    return [
      ...flaky.map(({ fullName, failureMessages: [first] }) => `Passed when run again: ${fullName}\n${first}`),
      ...broken.map(({ name, message }) => `Failed: ${name}\n${message.slice(0, 1000)}`),
      ...failed.map(({ fullName, failureMessages: [first = ''] }) => `Failed: ${fullName}\n${first.slice(0, 2000)}`),
      `${counts.numPassedTests} passed, ${counts.numFailedTests} failed${skipped ? `, ${skipped} skipped` : ''}`,
    ].join('\n')
  } catch {
    return '0 passed, 1 failed'
  }
}

prepareClient()
prepareBuild()
if (!findBrowser()) {
  console.log('Installing a browser…')
  installBrowser()
}
if (!installRedis())
  console.log('There is no redis-server here: the tests of limits that servers share through it are skipped.')
if (!installPgBouncer()) console.log('There is no pgbouncer here: the tests behind a pooler are skipped.')
const bin = (name: string) => `node_modules/.bin/${name}`
const checks = await Promise.all([
  check('types', [bin('tsc'), '--project', '.']),
  check('lint', [bin('oxlint'), '--deny-warnings']),
  check('format', [bin('oxfmt'), '--check']),
  check('unused', [bin('knip')]),
  check('dependencies of production', [bin('knip'), '--production', '--strict', '--include=dependencies,unlisted']),
])
// Each file has a process of its own, and many start servers: what one has compiled the others need not.
process.env.NODE_COMPILE_CACHE ??= join(process.cwd(), 'node_modules/.cache/compiled')
const folder = mkdtempSync(join(tmpdir(), 'report-'))
const report = join(folder, 'report.json')
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
const only = process.argv.slice(2)
checks.push(await check('tests', [...node, 'node_modules/vitest/vitest.mjs', 'run', ...reporters, ...only], true))
console.log(summarize(report))
rmSync(folder, { recursive: true })
process.exit(checks.every(Boolean) ? 0 : 1)
