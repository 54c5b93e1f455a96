import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { Email, NewPassword, Role } from '#shared/users.ts'
import { closeDatabase, db, openDatabase } from '../server/db.ts'
import { migrate } from '../server/migrations.ts'
import { reachDatabase } from '../server/reach-database.ts'
import { parseSettings, StartProblem } from '../server/settings.ts'
import { createAccount } from '../server/users/first-admin.ts'

const usage = `Usage: npm run cli -- user create --email ADDRESS [--name NAME] [--role user|moderator|admin] [--password PASSWORD]
       npm run cli -- user role --email ADDRESS --role user|moderator|admin
  --dry-run   says what would be done
Without --password one is made and printed. An account that exists is not changed by create.`

/** Throws StartProblem, which is printed alone. */
function required<Value>(name: string, parsed: { success: boolean; data?: Value }): Value {
  if (!parsed.success) throw new StartProblem(`--${name} is missing or wrong.\n${usage}`)
  return parsed.data as Value
}

type Values = { email?: string; name: string; role?: string; password?: string; 'dry-run': boolean }

async function create(values: Values) {
  const email = required('email', Email.safeParse(values.email))
  const role = required('role', Role.safeParse(values.role ?? 'user'))
  const made = randomBytes(18).toString('base64url')
  const password = required('password', NewPassword.safeParse(values.password ?? made))
  if (values['dry-run']) return console.log(`Would create ${email} as ${role}.`)
  if (!(await createAccount({ email, name: values.name, role, password })))
    throw new StartProblem(`There is already an account of ${email}.`)
  console.log(`Created ${email} as ${role}.${values.password === undefined ? ` Password: ${password}` : ''}`)
}

async function giveRole(values: Values) {
  const email = required('email', Email.safeParse(values.email))
  const role = required('role', Role.safeParse(values.role))
  const where = { email }
  const found = await db.user.findUnique({ where, select: { role: true } })
  if (!found) throw new StartProblem(`There is no account of ${email}.`)
  if (values['dry-run']) return console.log(`Would make ${email} ${role} instead of ${found.role}.`)
  await db.user.update({ where, data: { role }, select: { id: true } })
  console.log(`${email} is ${role} now.`)
}

export async function run(verb: string | undefined, args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      email: { type: 'string' },
      name: { type: 'string', default: 'Admin' },
      role: { type: 'string' },
      password: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  const does = { create, role: giveRole }[verb ?? '']
  if (values.help || !does) return console.log(usage)
  const { url, release } = await reachDatabase(parseSettings(process.env))
  try {
    await migrate(url)
    await openDatabase(url, 2)
    await does(values)
  } finally {
    await closeDatabase().catch(() => {})
    await release()
  }
}
