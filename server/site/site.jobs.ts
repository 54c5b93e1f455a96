import type { Jobs } from '../jobs.ts'
import { rerenderSitePages } from './rerender.ts'

/** Less than until the next run. */
const maxRerenderingMs = 45_000

export const workSiteJobs = (jobs: Jobs): Promise<void> =>
  jobs.schedule('site_page_html', '* * * * *', () => rerenderSitePages(maxRerenderingMs))
