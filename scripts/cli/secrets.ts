import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from '../../server/settings/settings.ts'

/** With which a server of these settings would sign, the one that it made itself included. */
export function secretsOf(settings: Settings): string[] {
  const file = join(settings.DATA_DIR, 'jwt-secret')
  const made = existsSync(file) ? [readFileSync(file, 'utf8')] : []
  return [...(settings.JWT_SECRET ? [settings.JWT_SECRET] : made), ...(settings.JWT_OLD_SECRETS ?? [])]
}
