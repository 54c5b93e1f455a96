import { SlugParams } from '#shared/library/schema.ts'
import { Problem } from '#shared/problem.ts'
import { LandingPage } from '#shared/site/landing.ts'
import { LegalPage, SitePage } from '#shared/site/pages.ts'
import { publicRead } from '../cache/public-reads.ts'
import { routePlugin } from '../http/route.ts'
import { getLandingPage } from './landing-sections.ts'
import { getLegalPage, getSitePage } from './site-pages.ts'

export const sitePageRoutes = routePlugin([
  publicRead('/pages/:slug/', {
    summary: 'A page of the operator’s, as an imprint; in English where a translation is missing',
    auth: 'none',
    params: SlugParams,
    answers: { 200: SitePage, 404: Problem },
    read: ({ params, locale }) => getSitePage(params.slug, locale),
  }),
  publicRead('/landing/', {
    summary: 'Landing page: its sections in order, and the prompts, figures and pipeline that it shows',
    auth: 'none',
    answers: { 200: LandingPage },
    read: ({ locale }) => getLandingPage(locale),
  }),
  publicRead('/legal/:slug/', {
    summary: 'The operator’s text of a legal page; null where the shipped one is shown',
    auth: 'none',
    params: SlugParams,
    answers: { 200: LegalPage, 404: Problem },
    read: ({ params, locale }) => getLegalPage(params.slug, locale),
  }),
])
