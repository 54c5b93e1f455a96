import { getSystemErrorMessage } from 'node:util'
import { DatabaseUnavailable, sqlStateOf } from './database-pool.ts'
import { StartProblem } from '../settings/settings.ts'

type SystemError = NodeJS.ErrnoException & { address?: string; port?: number; hostname?: string }

const isProgrammingError = (state: string) => /^(22|23|26|34|42(?!501)|P[02])/.test(state)

function describeSystemError({ errno = 0, code, syscall, path, address, port, hostname }: SystemError): string {
  const reason = `${getSystemErrorMessage(errno)} (${code})`
  const host = address ? `${address}${port === undefined ? '' : `:${port}`}` : hostname
  if (host) return `${host} cannot be reached: ${reason}.`
  const what = path === undefined ? `The system call ${syscall} failed` : `${path} cannot be used`
  return `${what}: ${reason}. Check its owner and the disk, or set DATA_DIR.`
}

const missingPasswordText = 'client password must be a string'

function describeDatabaseError(error: Error): string | null {
  if (error.message.endsWith(missingPasswordText))
    return 'The database requires a password, and DATABASE_URL contains none.'
  const state = sqlStateOf(error)
  if (!state || !/^[0-9A-Z]{5}$/.test(state) || isProgrammingError(state)) return null
  const { meta } = error as { meta?: { driverAdapterError?: { cause?: { originalMessage?: string } } } }
  const message = meta?.driverAdapterError?.cause?.originalMessage ?? error.message
  return `The database reports: ${message.split('\n').at(-1)} (${state}).`
}

export function describeFailure(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { errno, syscall, code } = error as NodeJS.ErrnoException
  if (error instanceof StartProblem || String(code).startsWith('ERR_PARSE_ARGS')) return error.message
  if (error instanceof AggregateError && error.errors.length > 0) return describeFailure(error.errors[0])
  if (errno !== undefined && syscall) return describeSystemError(error)
  if (!(error instanceof DatabaseUnavailable)) return describeDatabaseError(error) ?? error
  const cause = describeFailure(error.cause)
  if (cause instanceof Error && cause.constructor === Error) return `The database is unavailable: ${cause.message}.`
  return cause
}
