import { z } from 'zod'
import { Locale } from '#shared/locale.ts'
import { defaultBrandColor } from '#shared/site/brand-colors.ts'
import type { Site } from '#shared/site/schema.ts'
import { MailPreview, SiteDefaults, SiteSettings, SiteState } from '#shared/site/settings.ts'
import { sendWithEtag } from '../editing/edit-request.ts'
import { getWithEtag } from '../editing/edit.ts'
import { route, routePlugin } from '../http/route.ts'
import { previewMail } from './mail-preview.ts'
import { changeSiteSettings, editableSite, siteSettingId } from './site-settings.ts'

const defaultsOf = (
  { name, company, social_links, legal_dates, live_feed, asks_confirmed_email }: Site,
  mail_sender: string,
) => ({
  name,
  company_name: company.name,
  company_address: company.address,
  contact_email: company.email,
  social_links,
  brand_color: defaultBrandColor,
  terms_date: legal_dates.terms,
  privacy_date: legal_dates.privacy,
  live_feed,
  asks_confirmed_email,
  mail_sender,
})

export const siteAdminRoutes = routePlugin([
  route('GET', '/site/', {
    summary: 'What is set of the whole site, with its ETag; null: as the environment has it',
    auth: 'site.read',
    answers: { 200: SiteSettings },
    handler: (_request, reply) => sendWithEtag(reply, getWithEtag(editableSite, siteSettingId)),
  }),
  route('GET', '/site/defaults/', {
    summary: 'What stands where nothing is set, by the settings of the environment',
    auth: 'site.read',
    answers: { 200: SiteDefaults },
    handler: ({ server: { currentSite } }) => defaultsOf(currentSite.defaults, currentSite.mailSender),
  }),
  route('POST', '/site/mail-preview/', {
    summary: 'A sample mail in a language, as these settings would have it',
    auth: 'site.read',
    body: z.object({ locale: Locale, settings: SiteState }),
    answers: { 200: MailPreview },
    handler: ({ body: { locale, settings }, server: { currentSite } }) =>
      previewMail(currentSite.defaults, settings, locale),
  }),
  route('PUT', '/site/', {
    summary: 'Sets what is shown of the whole site, at once on every page, in mails and feeds',
    auth: 'site.write',
    body: SiteState,
    ifMatch: SiteSettings,
    answers: { 200: SiteSettings },
    handler: ({ viewer: editor, headers, body }, reply) =>
      sendWithEtag(reply, changeSiteSettings({ if_match: headers['if-match'], editor }, body)),
  }),
])
