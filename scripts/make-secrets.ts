import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

// Once, in volumes: what no two sites may share and nobody needs to know. What the environment says wins.
const root = process.env.SECRETS_DIR?.trim() || '/secrets'
const given = (name: string) => (process.env[name]?.trim() ? process.env[name] : undefined)

/** `mode` is of who may read it: PostgreSQL runs as another user. */
function keep(path: string, value: string | undefined, make: () => string, mode = 0o400): string {
  const file = join(root, path)
  const kept = existsSync(file) ? readFileSync(file, 'utf8') : undefined
  const secret = value ?? (kept?.trim() ? kept : make())
  if (secret === kept) return secret
  mkdirSync(dirname(file), { recursive: true })
  // A file that is there is whole.
  writeFileSync(`${file}.new`, secret, { mode })
  renameSync(`${file}.new`, file)
  console.log(`${file} ${value === undefined ? 'was made' : 'has what the environment says'}.`)
  return secret
}

const random = () => randomBytes(32).toString('hex')
const password = keep('database/password', given('POSTGRES_PASSWORD'), random, 0o444)
const ours = `postgresql://promptory:${encodeURIComponent(password)}@database:5432/promptory`
keep('database/url', given('DATABASE_URL') ?? ours, random)
keep('site/jwt', given('JWT_SECRET'), random)
keep('payments/key', given('STRIPE_SECRET_KEY'), () => `sk_test_${random()}`)
keep('payments/webhook', given('STRIPE_WEBHOOK_SECRET'), () => `whsec_${random()}`)
