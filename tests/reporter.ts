import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'
import type { FileReport, RunReport } from './report.ts'

const messageOf = ({ message, stack }: { message: string; stack?: string | undefined }) => stack ?? message

function reportFile(module: TestModule): FileReport {
  const tests = [...module.children.allTests()]
  const count = (state: string) => tests.filter((test) => test.result().state === state).length
  const { collectDuration, setupDuration, duration } = module.diagnostic()
  // A hook or an import that fails is the error of a suite or of the file.
  const others = [...module.children.allSuites(), module].flatMap((suite) =>
    suite.errors().map((error) => ({ test: suite.type === 'suite' ? suite.fullName : 'import', error })),
  )
  const failed = tests.flatMap((test) =>
    test.result().state === 'failed'
      ? (test.result().errors ?? []).slice(0, 1).map((error) => ({ test: test.fullName, error }))
      : [],
  )
  return {
    file: relative(process.cwd(), module.moduleId),
    seconds: (collectDuration + setupDuration + duration) / 1_000,
    is_ok: module.ok(),
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped'),
    failures: [...failed, ...others].map(({ test, error }) => ({ test, message: messageOf(error) })),
  }
}

/** Writes a `RunReport` to the file that the environment variable TEST_REPORT names. */
export default class RunReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const report: RunReport = { files: modules.map(reportFile), errors: errors.map(messageOf) }
    writeFileSync(process.env.TEST_REPORT ?? 'test-report.json', JSON.stringify(report))
  }
}
