import { backup } from './operate-backup.ts'
import { digest } from './operate-digest.ts'
import { sitemap } from './operate-sitemap.ts'
import { kill } from './operate-kill.ts'
import { overview } from './operate-overview.ts'
import { owners } from './operate-owners.ts'
import type { Database } from '../database.ts'
import type { Figure } from '../figures.ts'
import type { Pace } from '../read.ts'

export type OperateOptions = { pace: Pace; prompts: number; members: number; threads: number }
type Part = { title: string; measure: (database: Database, options: OperateOptions) => Promise<Figure[]> }

export const operateParts: Record<string, Part> = {
  backup: { title: 'Operating: backup and restore', measure: backup },
  sitemap: { title: 'Operating: the sitemap', measure: sitemap },
  kill: { title: 'Operating: killed under load', measure: kill },
  digest: { title: 'Operating: the daily digest', measure: digest },
  owners: { title: 'Operating: an owner of a million rows', measure: owners },
  overview: { title: 'Operating: the overview', measure: overview },
}

export const isOperatePart = (name: string) => name in operateParts

type Report = (part: string, title: string, figures: Figure[]) => void

export async function operate(
  database: Database,
  { only, ...options }: OperateOptions & { only: string | undefined },
  report: Report,
): Promise<void> {
  for (const [part, { title, measure }] of Object.entries(operateParts)) {
    if (only && only !== part) continue
    console.log(`\nMeasuring: ${title}…`)
    report(part, title, await measure(database, options))
  }
}
