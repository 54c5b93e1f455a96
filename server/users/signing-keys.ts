import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readOrCreateSecret } from '../settings/data-folder.ts'
import { db } from '../database/db.ts'
import type { Prisma } from '../database/db.ts'
import { StartProblem } from '../settings/settings.ts'
import type { Settings } from '../settings/settings.ts'
import { keyIdOf } from '../database/signing-key.ts'

const unknownSecretProblem = (file: string) =>
  new StartProblem(
    `This database was used with another secret than the one in ${file}. Set JWT_SECRET to the former secret, or copy the former file here. To change the secret, add the former one to JWT_OLD_SECRETS. If it is lost, DELETE FROM signing_key and from session, which signs everybody out.`,
  )

async function areKnown(secrets: string[], database: Prisma.TransactionClient = db): Promise<boolean> {
  const known = await database.signingKey.findMany({ select: { kid: true } })
  if (known.length === 0) return secrets.length > 0 || !(await database.session.findFirst({ select: { id: true } }))
  const kids = new Set(secrets.map(keyIdOf))
  return known.some(({ kid }) => kids.has(kid))
}

/** Returns the signing secrets. Throws StartProblem if none was used before: all sessions would become invalid. */
export async function findSigningSecrets(
  settings: Pick<Settings, 'DATA_DIR' | 'JWT_SECRET' | 'JWT_OLD_SECRETS'>,
): Promise<[string, ...string[]]> {
  const file = join(settings.DATA_DIR, 'jwt-secret')
  const former = settings.JWT_OLD_SECRETS ?? []
  const isMade = settings.JWT_SECRET === undefined && !existsSync(file)
  if (isMade && !(await areKnown(former))) throw unknownSecretProblem(file)
  const secrets: [string, ...string[]] = [settings.JWT_SECRET ?? (await readOrCreateSecret(file)), ...former]
  await db.$transaction(async (transaction) => {
    await transaction.$executeRaw`LOCK TABLE signing_key IN SHARE ROW EXCLUSIVE MODE`
    if (!(await areKnown(secrets, transaction)))
      throw unknownSecretProblem(settings.JWT_SECRET === undefined ? file : 'JWT_SECRET')
    await transaction.signingKey.createMany({ data: { kid: keyIdOf(secrets[0]) }, skipDuplicates: true })
  })
  return secrets
}
