import { LandingPage } from '#shared/site/landing.ts'
import { sitePaths } from '#shared/site/paths.ts'
import { apiQuery } from '../app/api.ts'

export const landingQuery = apiQuery(sitePaths.api.landing, import.meta.env.DEV && LandingPage)
