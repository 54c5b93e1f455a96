import type { Jobs } from '../jobs.ts'
import { rollUp } from './figures.ts'

export const workFigureJobs = (jobs: Jobs): Promise<void> => jobs.schedule('figures', '*/5 * * * *', () => rollUp())
