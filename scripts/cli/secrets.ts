import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from '../../server/settings/settings.ts'

/** Signing secrets of a server with these settings, including a generated one. */
export function secretsOf(settings: Settings): string[] {
  const file = join(settings.DATA_DIR, 'jwt-secret')
  const made = existsSync(file) ? [readFileSync(file, 'utf8')] : []
  return [...(settings.JWT_SECRET ? [settings.JWT_SECRET] : made), ...(settings.JWT_OLD_SECRETS ?? [])]
}
