import { constants } from 'node:fs'
import { access, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { existsSync } from 'node:fs'
import type { Settings } from '../../../server/settings/settings.ts'
import { failure, ok, warning } from './check.ts'
import type { Finding } from './check.ts'

const isLocal = (url: string) => ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname)

/** Finds valid settings that are probably mistakes. */
export async function lookAtSettings(settings: Settings): Promise<Finding | Finding[]> {
  const { NODE_ENV, PUBLIC_URL, TRUST_PROXY, PAYMENTS, LIMITS, CONTACT_EMAIL } = settings
  if (NODE_ENV !== 'production') return ok(`Valid, for ${NODE_ENV} (NODE_ENV is not production).`)
  const doubts: [boolean, string, string][] = [
    [
      isLocal(PUBLIC_URL),
      `PUBLIC_URL is ${PUBLIC_URL}, so links in mails do not work.`,
      'Set PUBLIC_URL to the address of the site.',
    ],
    [
      !isLocal(PUBLIC_URL) && PUBLIC_URL.startsWith('http:'),
      'PUBLIC_URL is not https: passwords and cookies are sent unencrypted.',
      'Put the site behind TLS and set PUBLIC_URL to its https address.',
    ],
    [
      PUBLIC_URL.startsWith('https:') && TRUST_PROXY === 'off',
      'TRUST_PROXY is off, so all visitors behind the proxy share one rate limit.',
      'Set TRUST_PROXY to the address of the proxy that terminates TLS.',
    ],
    [PAYMENTS === 'sandbox', 'PAYMENTS is sandbox: nobody is charged.', 'Unset PAYMENTS and set your Stripe keys.'],
    [LIMITS === 'off', 'LIMITS is off.', 'Unset LIMITS.'],
    [
      CONTACT_EMAIL.endsWith('.test'),
      `CONTACT_EMAIL is the sample address ${CONTACT_EMAIL}.`,
      'Set COMPANY_NAME, COMPANY_ADDRESS and CONTACT_EMAIL.',
    ],
  ]
  const found = doubts.filter(([isSo]) => isSo).map(([, detail, mend]) => warning(detail, mend))
  return found.length > 0 ? found : ok('Valid, for production.')
}

const gigabyte = 1e9
const say = (bytes: number) => `${(bytes / gigabyte).toFixed(1)} GB`

export async function lookAtDisk({ DATA_DIR }: Settings): Promise<Finding> {
  let folder = DATA_DIR
  while (!existsSync(folder)) folder = dirname(folder)
  const { bavail, blocks, bsize } = await statfs(folder)
  const free = bavail * bsize
  const detail = `${say(free)} of ${say(blocks * bsize)} are free at ${folder}.`
  const isWritable = await access(folder, constants.W_OK).then(
    () => true,
    () => false,
  )
  if (!isWritable) return failure(`${folder} cannot be written.`, 'Make it writable for the user that runs the server.')
  if (free < gigabyte / 5) return failure(detail, 'Free disk space: the database stops when the disk is full.')
  return free < 2 * gigabyte || bavail < blocks / 20
    ? warning(detail, 'Free disk space before the disk is full.')
    : ok(detail)
}
