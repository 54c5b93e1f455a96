import type { Jobs } from '../jobs.ts'
import { rerenderSitePages } from './rerender.ts'

const maxRerenderingMs = 45_000 // shorter than the minute between two runs

export const workSiteJobs = (jobs: Jobs): Promise<void> =>
  jobs.schedule('site_page_html', '* * * * *', () => rerenderSitePages(maxRerenderingMs))
