import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { countTests, describeFailures, describeFlaky, filesToRunAgain, mergeReports, slowestFiles } from '../report.ts'
import type { FileReport } from '../report.ts'
import { createRunFolder, processesOfRun, removeRunFolder } from '../run-folder.ts'

const passed = (file: string, seconds = 1): FileReport => ({
  file,
  seconds,
  is_ok: true,
  passed: 2,
  failed: 0,
  skipped: 0,
  failures: [],
})
const failed = (file: string): FileReport => ({
  ...passed(file),
  is_ok: false,
  passed: 1,
  failed: 1,
  failures: [{ test: 'a > b', message: 'Error: 1 is not 2' }],
})
const broken = (file: string): FileReport => ({
  ...passed(file),
  is_ok: false,
  passed: 0,
  failures: [{ test: 'import', message: 'SyntaxError' }],
})
const run = (...files: FileReport[]) => ({ files, errors: [] })

describe('filesToRunAgain', () => {
  test('returns the files that failed, including files that could not be imported', () => {
    expect(filesToRunAgain(run(passed('a'), failed('b'), broken('c')))).toEqual(['b', 'c'])
  })

  test('returns none if more than five failed', () => {
    const files = ['a', 'b', 'c', 'd', 'e', 'f'].map(failed)
    expect(filesToRunAgain(run(...files.slice(0, 5)))).toHaveLength(5)
    expect(filesToRunAgain(run(...files))).toEqual([])
  })

  test('returns none if an error occurred outside of a test', () => {
    expect(filesToRunAgain({ files: [failed('a')], errors: ['Unhandled rejection'] })).toEqual([])
  })
})

describe('a second run of failed tests', () => {
  test('reports those that pass as flaky, with their first failure', () => {
    const first = run(passed('a'), failed('b'), failed('c'))
    const again = run(passed('b'), failed('c'))
    expect(describeFlaky(first, again)).toEqual(['FLAKY b: a > b\nError: 1 is not 2'])
    const merged = mergeReports(first, again)
    expect(describeFailures(merged)).toEqual(['FAILED c: a > b\nError: 1 is not 2'])
    expect(countTests(merged)).toBe('5 passed, 1 failed')
  })
})

describe('countTests', () => {
  test('counts files that could not be imported and errors outside of a test as failures', () => {
    expect(countTests({ files: [broken('a'), { ...passed('b'), skipped: 3 }], errors: ['x'] })).toBe(
      '2 passed, 2 failed, 3 skipped',
    )
  })
})

test('slowestFiles returns the slowest first', () => {
  expect(slowestFiles(run(passed('a', 1), passed('b', 30), passed('c', 2)), 2)).toEqual([
    '   30.0 s  b',
    '    2.0 s  c',
  ])
})

test.runIf(existsSync('/proc/self/environ'))('removeRunFolder ends a process that ignores signals', async () => {
  const folder = createRunFolder()
  const program = `process.on('SIGINT', () => {}); console.log('ready'); setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--eval', program], { env: { TMPDIR: folder } })
  const exited = once(child, 'exit')
  await once(child.stdout, 'data')
  expect(processesOfRun(folder)).toEqual([child.pid])
  await removeRunFolder(folder, 100)
  expect(await exited).toEqual([null, 'SIGKILL'])
  expect(existsSync(folder)).toBe(false)
})
