import { readFile } from 'node:fs/promises'
import { PrismaPg } from '@prisma/adapter-pg'
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'
import { SchemaEngine } from '@prisma/schema-engine-wasm'
import type { DiffTarget } from '@prisma/schema-engine-wasm'
import { Pool } from 'pg'

export async function schemaTarget(file = new URL('../prisma/schema.prisma', import.meta.url)): Promise<DiffTarget> {
  const content = await readFile(file, 'utf8')
  return { tag: 'schemaDatamodel', files: [{ path: 'schema.prisma', content }], configDir: '.' } as DiffTarget
}

/** Returns the SQL between two schemas. Uses Prisma's WebAssembly engine, which needs no downloaded binary. */
export async function diff(url: string, from: DiffTarget, to: DiffTarget): Promise<string> {
  const pool = new Pool({ connectionString: url, max: 2 })
  const adapter = bindMigrationAwareSqlAdapterFactory(new PrismaPg(pool))
  const engine = await SchemaEngine.new({ datamodels: undefined }, () => {}, adapter)
  try {
    const filters = { externalTables: [], externalEnums: [] }
    const { stdout } = await engine.diff({ from, to, script: true, exitCode: null, filters })
    return stdout ?? ''
  } finally {
    engine.free()
    await pool.end()
  }
}
