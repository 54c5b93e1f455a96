import * as z from 'zod/mini'
import { maxPostBody } from '../admin/posts.ts'
import { inLocales, paragraphsUpTo, trimmedLineUpTo } from '../library/content-fields.ts'
import { Locale } from '../locale.ts'
import { Slug } from '../slugs.ts'

export const SitePage = z.object({
  slug: z.string(),
  title: z.string(),
  description: z.string(), // excerpt of the text
  body_html: z.string(),
  content_locale: Locale,
  locales: z.array(Locale),
})
export type SitePage = z.infer<typeof SitePage>

/** Legal page. `page` is null if the shipped text is shown. */
export const LegalPage = z.object({ page: z.nullable(SitePage) })
export type LegalPage = z.infer<typeof LegalPage>

export const SitePageFields = z.strictObject({
  slug: Slug,
  is_published: z.boolean(),
  in_footer: z.boolean(),
  in_navigation: z.boolean(),
  texts: inLocales(z.strictObject({ title: trimmedLineUpTo(100), body: paragraphsUpTo(maxPostBody) })),
})
export type SitePageFields = z.infer<typeof SitePageFields>

export const AdminSitePage = z.object({
  id: z.int(),
  slug: z.string(),
  is_published: z.boolean(),
  in_footer: z.boolean(),
  in_navigation: z.boolean(),
  texts: inLocales(z.strictObject({ title: z.string(), body: z.string() })),
})
export type AdminSitePage = z.infer<typeof AdminSitePage>
