import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { defaultBrandColor } from '#shared/brand-colors.ts'
import { Problem, RateLimited } from '#shared/problem.ts'
import { SiteDefaults, SiteSettings, SiteState } from '#shared/site-settings.ts'
import { getEdited } from '../editing/edit.ts'
import { adminProblemResponses, adminRoute, changeSchema, describeAdmin, sendEdited } from '../http/admin-route.ts'
import { viewerOf } from '../http/viewer.ts'
import type { CurrentSite } from './current-site.ts'
import { changeSite, editedSite, siteRow } from './site-settings.ts'

const readResponses = { 401: Problem, 403: Problem, 429: RateLimited }
const { response } = changeSchema('', SiteSettings)

export const siteAdminRoutes: FastifyPluginAsyncZod<{ currentSite: CurrentSite }> = async (app, { currentSite }) => {
  app.get(
    '/site/',
    {
      ...adminRoute,
      schema: {
        ...describeAdmin('What is set of the whole site, with its ETag; null: as the environment has it'),
        response: { 200: SiteSettings, ...readResponses },
      },
    },
    async (_request, reply) => sendEdited(reply, await getEdited(editedSite, siteRow)),
  )
  app.get(
    '/site/defaults/',
    {
      ...adminRoute,
      schema: {
        ...describeAdmin('What stands where nothing is set, by the settings of the environment'),
        response: { 200: SiteDefaults, ...readResponses },
      },
    },
    async () => {
      const { name, company, social_links, legal_dates, live_feed, asks_confirmed_email } = currentSite.defaults
      return {
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
      }
    },
  )
  app.put(
    '/site/',
    {
      ...adminRoute,
      schema: {
        ...changeSchema(
          'Sets what is shown of the whole site, at once on every page, in mails and feeds',
          SiteSettings,
        ),
        response: { ...adminProblemResponses, 200: response[200], 412: response[412], 428: response[428] },
        body: SiteState,
      },
    },
    async (request, reply) => {
      const given = { if_match: request.headers['if-match'], editor: viewerOf(request) }
      return sendEdited(reply, await changeSite(given, request.body))
    },
  )
}
