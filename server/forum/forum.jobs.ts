import type { Jobs } from '../jobs.ts'

export async function workForumJobs(_jobs: Jobs): Promise<void> {}
