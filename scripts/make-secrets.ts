import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

// Once, in volumes: what no two sites may share and nobody needs to know. What the environment says wins.
const root = process.env.SECRETS_DIR?.trim() || '/secrets'
const setting = (name: string) => (process.env[name]?.trim() ? process.env[name] : undefined)

/** Writes a secret that is not there or was changed by the environment. `mode` says who may read it: PostgreSQL runs as another user. */
function ensureSecret(path: string, value: string | undefined, make: () => string, mode = 0o400): string {
  const file = join(root, path)
  const stored = existsSync(file) ? readFileSync(file, 'utf8') : undefined
  const secret = value ?? (stored?.trim() ? stored : make())
  if (secret === stored) return secret
  mkdirSync(dirname(file), { recursive: true })
  // A file that is there is whole.
  writeFileSync(`${file}.new`, secret, { mode })
  renameSync(`${file}.new`, file)
  console.log(`${file} ${value === undefined ? 'was made' : 'has what the environment says'}.`)
  return secret
}

/** Stores the secret that is about to be replaced: what it signed counts until it expires, where the servers know it. */
function storeFormer(path: string, value: string | undefined): void {
  const [file, former] = [join(root, path), join(root, `${path}.former`)]
  const stored = existsSync(file) ? readFileSync(file, 'utf8') : ''
  if (value === undefined || stored.trim() === '' || stored === value) return
  const all = [stored, ...(existsSync(former) ? readFileSync(former, 'utf8').split(',') : [])]
  writeFileSync(`${former}.new`, [...new Set(all)].join(','), { mode: 0o400 })
  renameSync(`${former}.new`, former)
  console.log(`${former} has what ${file} was: set JWT_OLD_SECRETS_FILE to it, or everybody is signed out.`)
}

const random = () => randomBytes(32).toString('hex')
const password = ensureSecret('database/password', setting('POSTGRES_PASSWORD'), random, 0o444)
const ours = `postgresql://promptory:${encodeURIComponent(password)}@database:5432/promptory`
ensureSecret('database/url', setting('DATABASE_URL') ?? ours, random)
storeFormer('site/jwt', setting('JWT_SECRET'))
ensureSecret('site/jwt', setting('JWT_SECRET'), random)
ensureSecret('payments/key', setting('STRIPE_SECRET_KEY'), () => `sk_test_${random()}`)
ensureSecret('payments/webhook', setting('STRIPE_WEBHOOK_SECRET'), () => `whsec_${random()}`)
