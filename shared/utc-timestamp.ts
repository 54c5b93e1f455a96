import * as z from 'zod/mini'
import { fieldError } from './fields.ts'

const momentError = fieldError('schema.time')

/** ISO 8601 in UTC, from 1970 to 2999. PostgreSQL has no year 0, and distant years are typing errors. */
export const UtcTimestamp = z.iso
  .datetime(momentError)
  .check(z.refine<string>((moment) => moment >= '1970' && moment < '3000', momentError))
