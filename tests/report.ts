export type FileReport = {
  file: string
  seconds: number
  is_ok: boolean
  passed: number
  failed: number
  skipped: number
  failures: { test: string; message: string }[]
}
export type RunReport = { files: FileReport[]; errors: string[] }

const maxFilesToRunAgain = 5

export function filesToRunAgain({ files, errors }: RunReport): string[] {
  const failed = files.filter(({ is_ok }) => !is_ok).map(({ file }) => file)
  return errors.length === 0 && failed.length <= maxFilesToRunAgain ? failed : []
}

const describe = (label: string, { file, failures }: FileReport) =>
  failures.map(({ test, message }) => `${label} ${file}: ${test}\n${message.slice(0, 2_000)}`)

export const describeFlaky = (first: RunReport, again: RunReport): string[] =>
  first.files
    .filter(({ file, is_ok }) => !is_ok && again.files.some((one) => one.file === file && one.is_ok))
    .flatMap((file) => describe('FLAKY', file).slice(0, 1))

export const mergeReports = (first: RunReport, again: RunReport): RunReport => ({
  files: first.files.map((one) => again.files.find(({ file }) => file === one.file) ?? one),
  errors: [...first.errors, ...again.errors],
})

export const describeFailures = ({ files, errors }: RunReport): string[] => [
  ...files.filter(({ is_ok }) => !is_ok).flatMap((file) => describe('FAILED', file)),
  ...errors.map((error) => `FAILED outside of a test: ${error.slice(0, 2_000)}`),
]

export const slowestFiles = ({ files }: RunReport, count: number): string[] =>
  files
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, count)
    .map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}`)

export function countTests({ files, errors }: RunReport): string {
  const sum = (key: 'passed' | 'failed' | 'skipped') => files.reduce((total, file) => total + file[key], 0)
  const broken = files.filter(({ is_ok, failed }) => !is_ok && failed === 0).length
  const skipped = sum('skipped')
  return `${sum('passed')} passed, ${sum('failed') + broken + errors.length} failed${skipped ? `, ${skipped} skipped` : ''}`
}
