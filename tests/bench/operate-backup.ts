import type { Database } from './database.ts'
import type { Figure } from './figures.ts'
import type { OperateOptions } from './operate.ts'

export async function backup(_database: Database, _options: OperateOptions): Promise<Figure[]> {
  return []
}
