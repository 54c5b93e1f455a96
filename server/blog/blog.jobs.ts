import type { Jobs } from '../jobs.ts'

export async function workBlogJobs(_jobs: Jobs): Promise<void> {}
