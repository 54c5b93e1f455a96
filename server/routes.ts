import fp from 'fastify-plugin'
import { healthRoutes } from './http/health.routes.ts'
import { auditRoutes } from './admin/audit.routes.ts'
import { memberRoutes } from './admin/members.routes.ts'
import { overviewRoutes } from './admin/overview.routes.ts'
import { blogRoutes } from './blog/blog.routes.ts'
import { mediaAdminRoutes } from './blog/media.admin.routes.ts'
import { mediaRoutes } from './blog/media.routes.ts'
import { postTagAdminRoutes } from './blog/post-tags.admin.routes.ts'
import { postAdminRoutes } from './blog/posts.admin.routes.ts'
import { postMarkdownRoutes } from './blog/post-markdown.routes.ts'
import { findMovedPath } from './editing/former-slugs.ts'
import { formerSlugRoutes } from './editing/former-slugs.routes.ts'
import { commentRoutes } from './forum/comments.routes.ts'
import { sectionAdminRoutes } from './forum/sections.admin.routes.ts'
import { moderationRoutes } from './moderation/moderation.routes.ts'
import { notificationRoutes } from './notifications/notifications.routes.ts'
import { reportRoutes } from './moderation/reports.routes.ts'
import { threadRoutes } from './forum/threads.routes.ts'
import { seoRoutes } from './seo/seo.routes.ts'
import { countRoutes } from './library/counts.routes.ts'
import { adminLibraryRoutes } from './library/library.admin.routes.ts'
import { libraryRoutes } from './library/library.routes.ts'
import { pipelineRoutes } from './library/pipelines.routes.ts'
import { collectionRoutes, sharedRoutes } from './saved/collections.routes.ts'
import { markRoutes } from './saved/marks.routes.ts'
import { libraryImportRoutes } from './library-import/import.admin.routes.ts'
import { contentAdminRoutes } from './site/content.admin.routes.ts'
import { faqRoutes } from './site/faq.routes.ts'
import { sitePageRoutes } from './site/site-pages.routes.ts'
import { siteAdminRoutes } from './site/site.admin.routes.ts'
import { cardRoutes } from './site/cards.routes.ts'
import { siteRoutes } from './site/site.routes.ts'
import type { Settings } from './settings/settings.ts'
import { cancelPaymentsForRemoval } from './subscription/account-removal.ts'
import { createStripe, isLiveMode } from './subscription/stripe.ts'
import { planAdminRoutes } from './subscription/plans.admin.routes.ts'
import { paymentAdminRoutes } from './subscription/payments.admin.routes.ts'
import { cancellationRoutes } from './subscription/cancellation.routes.ts'
import { paymentRoutes } from './subscription/payments.routes.ts'
import { subscriptionRoutes } from './subscription/subscription.routes.ts'
import { webhookRoutes } from './subscription/webhook.routes.ts'
import { createGoogleVerifier } from './users/google-credentials.ts'
import { googleRoutes } from './users/google.routes.ts'
import { invitationAdminRoutes } from './users/invitations.admin.routes.ts'
import { invitationRoutes } from './users/invitations.routes.ts'
import { meRoutes } from './users/me.routes.ts'
import { userRoutes } from './users/users.routes.ts'

type RouteOptions = { settings: Settings; secrets: [string, ...string[]] }

const metadata = {
  name: 'routes',
  dependencies: [
    'request-log',
    'response-cache',
    'security',
    'problems',
    'rate-limits',
    'event-streams',
    'invalidations',
    'openapi',
    'request',
  ],
}

type App = Parameters<typeof healthRoutes>[0]
type Features = RouteOptions & { app: App; stripe: ReturnType<typeof createStripe> }

async function addUsers({ app, settings, secrets, stripe }: Features) {
  const google = createGoogleVerifier(settings)
  await app.register(userRoutes, { prefix: '/api/users', secrets })
  await app.register(meRoutes, {
    prefix: '/api/users/me',
    google,
    cancelSubscription: (user_id) => cancelPaymentsForRemoval({ stripe, jobs: app.jobs }, user_id),
  })
  await app.register(invitationRoutes, { prefix: '/api/users/invitation' })
  await app.register(googleRoutes, { prefix: '/api/users/google', settings, google })
}

async function addLibrary({ app }: Features) {
  await app.register(libraryRoutes, { prefix: '/api/library' })
  await app.register(pipelineRoutes, { prefix: '/api/library/pipelines' })
  await app.register(countRoutes, { prefix: '/api/library' })
  await app.register(markRoutes, { prefix: '/api/library' })
  await app.register(collectionRoutes, { prefix: '/api/library/collections' })
  await app.register(sharedRoutes, { prefix: '/api/library/shared' })
}

async function addTexts({ app, secrets }: Features) {
  const { site } = app.currentSite
  await app.register(blogRoutes, { prefix: '/api/blog' })
  await app.register(postMarkdownRoutes, { site })
  await app.register(mediaRoutes, { prefix: '/media' })
  await app.register(threadRoutes, { prefix: '/api/forum', site })
  await app.register(commentRoutes, { prefix: '/api/forum', site })
  await app.register(reportRoutes, { prefix: '/api/forum', site })
  await app.register(notificationRoutes, { prefix: '/api/notifications', secrets })
}

async function addSubscription({ app, settings, secrets, stripe }: Features) {
  await app.register(cancellationRoutes, { prefix: '/api/subscription/cancellation', stripe, secrets })
  await app.register(paymentRoutes, { prefix: '/api/subscription', stripe })
  await app.register(subscriptionRoutes, { prefix: '/api/subscription', stripe, settings })
  await app.register(webhookRoutes, {
    prefix: '/api/subscription',
    stripe,
    secrets: settings.STRIPE_WEBHOOK_SECRET ?? [],
    isLive: isLiveMode(settings),
  })
}

async function addSite({ app, settings }: Features) {
  const { currentSite } = app
  await app.register(healthRoutes)
  await app.register(seoRoutes, {
    site: currentSite.site,
    readSite: () => currentSite.refreshed,
    isIndexable: settings.SEARCH_ENGINES === 'on',
  })
  await app.register(siteRoutes)
  await app.register(cardRoutes)
  await app.register(faqRoutes, { prefix: '/api/site' })
  await app.register(sitePageRoutes, { prefix: '/api/site' })
}

async function addAdmin({ app, settings, stripe }: Features) {
  const prefix = '/api/admin'
  for (const routes of [
    moderationRoutes,
    auditRoutes,
    mediaAdminRoutes,
    postAdminRoutes,
    postTagAdminRoutes,
    sectionAdminRoutes,
    overviewRoutes,
    contentAdminRoutes,
    siteAdminRoutes,
  ])
    await app.register(routes, { prefix })
  await app.register(adminLibraryRoutes, { prefix: '/api/admin/library' })
  await app.register(libraryImportRoutes, { prefix: '/api/admin/library' })
  await app.register(memberRoutes, { prefix: '/api/admin/members' })
  await app.register(invitationAdminRoutes, { prefix: '/api/admin/invitations' })
  await app.register(formerSlugRoutes, { prefix: '/api/admin/former-slugs' })
  await app.register(planAdminRoutes, { prefix, hasPayments: stripe !== null })
  await app.register(paymentAdminRoutes, { prefix, stripe, settings })
}

export const featureRoutes = fp<RouteOptions>(async (app, { settings, secrets }) => {
  const features = { app, settings, secrets, stripe: createStripe(settings) }
  app.movedPaths.find = findMovedPath
  await addUsers(features)
  await addLibrary(features)
  await addTexts(features)
  await addSubscription(features)
  await addSite(features)
  await addAdmin(features)
}, metadata)
