import * as z from 'zod/mini'
import { fieldError, isLine } from '../fields.ts'
import { UtcTimestamp } from '../utc-timestamp.ts'

export const maxAnnouncement = 200
const textError = fieldError('schema.short_line', { max: maxAnnouncement })
const AnnouncementText = z.string(textError).check(
  z.trim(),
  z.maxLength(maxAnnouncement, textError),
  z.refine((text) => text === '' || isLine(text), textError),
)
const linkError = fieldError('schema.link')
const isLink = (text: string) =>
  isLine(text) && (/^\/(?![/\\])[^\s\\]*$/.test(text) || (/^https?:\/\/[^\s\\]+$/.test(text) && URL.canParse(text)))

export const AnnouncementState = z.object({
  from_at: UtcTimestamp,
  until_at: UtcTimestamp,
  link: z.string(linkError).check(
    z.trim(),
    z.maxLength(500, linkError),
    z.refine((text) => text === '' || isLink(text), linkError),
  ),
  texts: z.object({ en: AnnouncementText, es: AnnouncementText }),
})
export type AnnouncementState = z.infer<typeof AnnouncementState>

export const AdminAnnouncement = z.object({
  id: z.int(),
  from_at: z.string(),
  until_at: z.string(),
  link: z.string(),
  texts: z.object({ en: z.string(), es: z.string() }),
})
export type AdminAnnouncement = z.infer<typeof AdminAnnouncement>
/** Announcement in a list. `state` depends on the time, so the item with the ETag has none. */
export const ListedAnnouncement = z.extend(AdminAnnouncement, { state: z.enum(['waiting', 'running', 'over']) })
export type ListedAnnouncement = z.infer<typeof ListedAnnouncement>
