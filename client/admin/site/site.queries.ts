import { adminSitePaths } from '#shared/admin-site-paths.ts'
import { SiteDefaults, SiteSettings } from '#shared/site-settings.ts'
import { apiQuery } from '../../app/api.ts'
import { editedQuery } from '../edited.ts'

export const siteQuery = editedQuery(adminSitePaths.api.site, import.meta.env.DEV && SiteSettings)
export const siteDefaultsQuery = apiQuery(adminSitePaths.api.siteDefaults, import.meta.env.DEV && SiteDefaults)
