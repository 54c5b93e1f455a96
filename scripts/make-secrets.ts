import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

// Creates the secrets of a site in its volumes. Secrets from the environment have precedence.
const root = process.env.SECRETS_DIR?.trim() || '/secrets'
const setting = (name: string) => (process.env[name]?.trim() ? process.env[name] : undefined)

/** Writes a secret that is missing or differs from the environment. `mode`: PostgreSQL reads its secret as another user. */
function ensureSecret(path: string, value: string | undefined, make: () => string, mode = 0o400): string {
  const file = join(root, path)
  const stored = existsSync(file) ? readFileSync(file, 'utf8') : undefined
  const secret = value ?? (stored?.trim() ? stored : make())
  if (secret === stored) return secret
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.new`, secret, { mode })
  renameSync(`${file}.new`, file)
  console.log(`${file} ${value === undefined ? 'was created' : 'was set from the environment'}.`)
  return secret
}

/** Stores the former secret, so that servers can accept its tokens until they expire. */
function storeFormer(path: string, value: string | undefined): void {
  const [file, former] = [join(root, path), join(root, `${path}.former`)]
  const stored = existsSync(file) ? readFileSync(file, 'utf8') : ''
  if (value === undefined || stored.trim() === '' || stored === value) return
  const all = [stored, ...(existsSync(former) ? readFileSync(former, 'utf8').split(',') : [])]
  writeFileSync(`${former}.new`, [...new Set(all)].join(','), { mode: 0o400 })
  renameSync(`${former}.new`, former)
  console.log(
    `${former} contains the former secret of ${file}. Set JWT_OLD_SECRETS_FILE to it, otherwise everybody is signed out.`,
  )
}

const random = () => randomBytes(32).toString('hex')
const password = ensureSecret('database/password', setting('POSTGRES_PASSWORD'), random, 0o444)
const ours = `postgresql://promptory:${encodeURIComponent(password)}@database:5432/promptory`
ensureSecret('database/url', setting('DATABASE_URL') ?? ours, random)
storeFormer('site/jwt', setting('JWT_SECRET'))
ensureSecret('site/jwt', setting('JWT_SECRET'), random)
ensureSecret('payments/key', setting('STRIPE_SECRET_KEY'), () => `sk_test_${random()}`)
ensureSecret('payments/webhook', setting('STRIPE_WEBHOOK_SECRET'), () => `whsec_${random()}`)
