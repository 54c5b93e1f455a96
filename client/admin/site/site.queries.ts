import * as z from 'zod/mini'
import { adminSitePaths } from '#shared/admin-site-paths.ts'
import { AdminAnnouncement } from '#shared/announcements.ts'
import { SiteDefaults, SiteSettings } from '#shared/site-settings.ts'
import { apiQuery } from '../../app/api.ts'
import { editedQuery } from '../edited.ts'

export const siteQuery = editedQuery(adminSitePaths.api.site, import.meta.env.DEV && SiteSettings)
export const siteDefaultsQuery = apiQuery(adminSitePaths.api.siteDefaults, import.meta.env.DEV && SiteDefaults)

export const announcementsQuery = apiQuery(
  adminSitePaths.api.announcements,
  import.meta.env.DEV && z.array(AdminAnnouncement),
)
export const announcementQuery = (id: string) =>
  editedQuery(adminSitePaths.api.announcement(id), import.meta.env.DEV && AdminAnnouncement)
