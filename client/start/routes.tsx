import { use } from 'react'
import type { ComponentType } from 'react'
import { matchPath } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { IslandLoadError } from '../app/load-error.tsx'
import { pageChunkLoader } from '../app/fetch-chunk.ts'
import { fetchWithMessages } from '../app/i18n.tsx'
import { island } from '../app/island.tsx'
import type { PageModule } from '../app/page-module.ts'
import { decodeParams } from '../ui/use-param.ts'

const modules = import.meta.glob<PageModule>('../*/*-page.tsx')

const componentOf = (file: string) =>
  file.replace(/^.*\/|\.tsx$/g, '').replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Route of a page. `isPersonal`: a page that visitors may not see may exist for a member. */
function page(path: string, file: string, { isPersonal = false } = {}) {
  const importModule = modules[file]
  if (!importModule) throw new Error(`There is no page ${file}.`)
  const fetchModule = pageChunkLoader(() => fetchWithMessages(importModule))
  const name = componentOf(file)
  function Page() {
    const Found = use(fetchModule())[name] as ComponentType
    return <Found />
  }
  return { path, file, importModule, fetchModule, Page, isPersonal, start: path.replace(/\/?[:*].*/, '') }
}

export const SearchDialog = island(async () => (await import('../search/search-dialog.tsx')).SearchDialog, {
  Failed: IslandLoadError,
})

export const Bell = island(async () => (await import('../notifications/bell.tsx')).Bell, {
  pending: <span className="icon-button" />,
})

export const ResumeAction = island(async () => (await import('../saved/resume-action.tsx')).ResumeAction)

export const pageRoutes = [
  page('/', '../landing/landing-page.tsx'),
  page('/library', '../library/library-page.tsx'),
  page('/library/category/:slug', '../library/category-page.tsx'),
  page('/library/use-case/:slug', '../library/use-case-page.tsx'),
  page('/library/prompt/:slug', '../library/prompt-page.tsx'),
  page('/library/pipelines', '../pipelines/pipelines-page.tsx'),
  page('/library/pipeline/:slug', '../pipelines/pipeline-page.tsx'),
  page('/library/collection/:key', '../collections/collection-page.tsx'),
  page('/subscription', '../subscription/subscription-page.tsx'),
  page(paths.cancel, '../subscription/cancel-page.tsx'),
  page('/terms-of-service', '../legal/terms-page.tsx'),
  page('/privacy', '../legal/privacy-page.tsx'),
  page(paths.accessibility, '../legal/accessibility-page.tsx'),
  page('/page/:slug', '../legal/site-page.tsx'),
  page('/too-many-requests', '../layout/too-many-requests-page.tsx'),
  page(paths.login, '../users/login-page.tsx'),
  page(paths.register, '../users/register-page.tsx'),
  page(paths.forgotPassword, '../users/forgot-password-page.tsx'),
  page(paths.resetPassword, '../users/reset-password-page.tsx'),
  page(paths.confirmEmail, '../users/confirm-email-page.tsx'),
  page(paths.invitation, '../users/invitation-page.tsx'),
  page(paths.google, '../users/google-page.tsx'),
  page(paths.profile, '../profile/profile-page.tsx'),
  page('/blog', '../blog/blog-page.tsx'),
  page('/blog/preview/:slug', '../blog/preview-page.tsx'),
  page('/blog/:slug', '../blog/post-page.tsx'),
  page('/forum', '../forum/forum-page.tsx'),
  page('/forum/new', '../forum/new-thread-page.tsx'),
  page('/forum/thread/:meta_slug', '../forum/thread-page.tsx', { isPersonal: true }),
  page('/moderation', '../moderation/moderation-page.tsx'),
  page('/admin/*', '../admin/admin-page.tsx'),
  page('/unsubscribe', '../notifications/unsubscribe-page.tsx'),
]

export function findRoute(pathname: string) {
  if (pathname !== '/' && pathname.endsWith('/')) return null
  for (const route of pageRoutes) {
    // Compares the start first, since matchPath compiles a regular expression for each call.
    const match = pathname.startsWith(route.start) && matchPath({ path: route.path, caseSensitive: true }, pathname)
    if (match) return { route, params: decodeParams(match.params) }
  }
  return null
}
