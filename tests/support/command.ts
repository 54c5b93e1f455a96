import { vi } from 'vitest'
import { createProgram } from '../../scripts/cli/program.ts'
import { setProcessAuditSource } from '../../server/editing/audit-source.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- each test says what it expects
type Outcome = { code: number; json: any; output: string }

/** Runs an operator's command in this process. Returns exit code and --json output. */
export async function runCommand(settings: Record<string, string>, ...args: string[]): Promise<Outcome> {
  const environment = process.env
  process.env = { PATH: environment.PATH, HOME: environment.HOME, ...settings }
  process.exitCode = 0
  let printed = ''
  let output = ''
  vi.spyOn(console, 'log').mockImplementation((text) => void (printed += text))
  vi.spyOn(console, 'error').mockImplementation((text) => void (output += `${text}\n`))
  try {
    await (await createProgram(args[0])).parseAsync([...args, '--json'], { from: 'user' })
    return { code: process.exitCode, json: JSON.parse(printed), output }
  } finally {
    vi.restoreAllMocks()
    process.env = environment
    process.exitCode = 0
    setProcessAuditSource('job')
  }
}
