import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { signIn, startMembers } from '../support/members.ts'
import { navigate, openPage } from '../support/browser/when-loaded.ts'
import {
  emptyScript,
  expectAlive,
  restoreChunk,
  navigateByHistory,
  failChunk,
  refuseStorage,
  whenHydrated,
} from '../support/trouble.ts'
import { useSite } from '../support/browser/visit.ts'

const { settings, sql, createMember } = await startMembers()
const { visitInTrouble, siteUrl } = useSite({ ...settings, LIVE_FEED: 'simulated' })

const prompt = '/library/prompt/outline-a-long-read'
const thread = '/forum/thread/a-thread'
await sql(`INSERT INTO thread (meta_slug, title, description, description_html, render_version, excerpt, status, published_at, section_id)
  SELECT 'a-thread', 'A thread', 'Text', '<p>Text</p>', 1, 'Text', 'published', now(), min(id) FROM section`)
/** Chunk names of the build; messages have the name of their feature. */
const nameOf = (module: string) =>
  module
    .replace(/([^/]+)\/(messages\.\w+\.ts)$/, '$1-$2')
    .replace(/.*\//, '')
    .replace(/\.tsx?$/, '')
const pages: Record<string, string> = {
  'landing-page': '/',
  'library-page': '/library',
  'category-page': '/library/category/content-marketing',
  'use-case-page': '/library/use-case/blog-outlines',
  'prompt-page': prompt,
  'pipelines-page': '/library/pipelines',
  'pipeline-page': '/library/pipeline/webinar-to-newsletter',
  'subscription-page': '/subscription',
  'terms-page': '/terms-of-service',
  'privacy-page': '/privacy',
  'too-many-requests-page': '/too-many-requests',
  'login-page': '/login',
  'register-page': '/register',
  'forgot-password-page': '/forgot-password',
  'reset-password-page': '/reset-password',
  'confirm-email-page': '/confirm-email',
  'invitation-page': '/invitation',
  'google-page': '/oauth/google',
  'profile-page': '/profile',
  'unsubscribe-page': '/unsubscribe',
  'cancel-page': '/cancel',
  'blog-page': '/blog',
  'post-page': '/blog/five-parts-of-a-prompt',
  'preview-page': '/blog/preview/five-parts-of-a-prompt',
  'forum-page': '/forum',
  'new-thread-page': '/forum/new',
  'thread-page': thread,
}
const withoutAddress = [
  'collection-page',
  'site-page',
  'account-ready',
  'account-ready.messages.en',
  'pending-action',
  'invoice-dialog',
  'dialogs-messages.en',
]
const ofModerators = [
  'moderation-page',
  'review-list',
  'moderation-messages.en',
  'confirm-dialog',
  'moderate-action',
  'moderator-menu',
  'member-dialog',
  'member.messages.en',
]
/** Chunks used only by authors of a text. */
const ofAuthors = ['answer-action', 'undo', 'text-notes']
const messages: Record<string, string> = {
  'landing-messages.en': '/',
  'subscription-messages.en': '/subscription',
  'terms.messages.en': '/terms-of-service',
  'privacy.messages.en': '/privacy',
  'cancel.messages.en': '/cancel',
  'too-many-requests.messages.en': '/too-many-requests',
  'blog-messages.en': '/blog',
  'users-messages.en': '/login',
  'profile-messages.en': '/profile',
  'library-messages.en': '/library',
  'saved-messages.en': prompt,
  'pipelines-messages.en': '/library/pipelines',
  'forum-messages.en': '/forum',
  'new-thread-messages.en': '/forum/new',
  'thread-messages.en': thread,
}
const dialogChunks = ['alert-dialog', 'dialogs-messages.en']
const shell = ['app-messages.en']
const note = (page: Page) => page.getByRole('alert').getByText('Part of this page isn’t working right now.')
/** Chunks loaded on first use: how to load each, and what stays without it. */
const parts: Record<
  string,
  { path: string; use?: (page: Page) => Promise<void>; stays: (page: Page) => Promise<void>; showsNote?: true }
> = {
  'member-avatar': { path: '/library', stays: (page) => page.getByRole('link', { name: 'Your profile' }).waitFor() },
  'tier-sync': { path: '/library', stays: (page) => page.getByRole('link', { name: 'Your profile' }).waitFor() },
  bell: { path: '/library', stays: (page) => page.getByRole('link', { name: 'Your profile' }).waitFor() },
  'notifications-messages.en': {
    path: '/library',
    stays: (page) => page.getByRole('link', { name: 'Your profile' }).waitFor(),
  },
  'notification-dialog': {
    path: '/library',
    use: (page) => page.getByRole('button', { name: 'Notifications' }).click(),
    stays: (page) => note(page).waitFor(),
  },
  'live-feed': { path: '/library', stays: (page) => page.locator('aside').waitFor({ state: 'attached' }) },
  'feed-messages.en': { path: '/library', stays: (page) => page.locator('aside').waitFor({ state: 'attached' }) },
  'search-messages.en': {
    path: '/library',
    use: (page) => page.keyboard.press('/'),
    stays: (page) => note(page).waitFor(),
  },
  'shortcuts.messages.en': {
    path: '/library',
    use: (page) => page.keyboard.press('?'),
    stays: (page) => note(page).waitFor(),
  },
  prefetch: { path: '/library', stays: (page) => page.getByRole('switch').waitFor() },
  'recent-prompts': { path: '/library', stays: (page) => page.getByRole('switch').waitFor() },
  'search-dialog': { path: '/library', use: (page) => page.keyboard.press('/'), stays: (page) => note(page).waitFor() },
  'run-menu': {
    path: prompt,
    use: (page) => page.getByRole('button', { name: 'Open in…' }).click(),
    stays: (page) => note(page).waitFor(),
  },
  'collect-dialog': {
    path: prompt,
    use: (page) => page.getByRole('button', { name: 'Add to collection' }).click(),
    stays: (page) => note(page).waitFor(),
  },
  'subscription-section': {
    path: '/profile?tab=subscription',
    stays: (page) => note(page).waitFor(),
    showsNote: true,
  },
  'saved-news': {
    path: '/profile?tab=saved_news',
    stays: (page) => note(page).waitFor(),
    showsNote: true,
  },
  'payments-section': {
    path: '/profile?tab=payments',
    stays: (page) => note(page).waitFor(),
    showsNote: true,
  },
  'threads-section': {
    path: '/profile?tab=threads',
    stays: (page) => note(page).waitFor(),
    showsNote: true,
  },
  'compose-thread': {
    path: '/forum/new',
    stays: (page) => note(page).waitFor(),
    showsNote: true,
  },
  'editor-field': {
    path: '/forum/new',
    stays: (page) => page.getByRole('textbox', { name: 'Message' }).waitFor(),
  },
  'editor-messages.en': {
    path: '/forum/new',
    stays: (page) => note(page).waitFor(),
    showsNote: true,
  },
  'thread-extras': { path: thread, stays: (page) => page.getByRole('button', { name: 'Report' }).waitFor() },
  'watch-action': { path: thread, stays: (page) => page.getByRole('button', { name: 'Report' }).waitFor() },
  'watch-menu': {
    path: thread,
    use: (page) => page.getByRole('button', { name: 'Follow', exact: true }).click(),
    stays: (page) => note(page).waitFor(),
  },
  'tools.messages.en': {
    path: thread,
    use: (page) => page.getByRole('button', { name: 'Report' }).click(),
    stays: (page) => note(page).waitFor(),
  },
  'mention-list': {
    path: thread,
    use: async (page) => {
      await page.getByRole('button', { name: 'Write a comment' }).click()
      const text = page.getByRole('textbox', { name: 'Write a comment' })
      await text.pressSequentially('@a')
      // Leave no draft for later pages.
      await text.fill('')
    },
    stays: (page) => page.getByRole('textbox', { name: 'Write a comment' }).waitFor(),
  },
  'quote-action': {
    path: thread,
    use: (page) => page.locator('[data-thread] .prose').selectText(),
    stays: (page) => page.getByText('Text', { exact: true }).waitFor(),
  },
  'report-dialog': {
    path: thread,
    use: (page) => page.getByRole('button', { name: 'Report' }).click(),
    stays: (page) => note(page).waitFor(),
  },
  'shortcuts-dialog': {
    path: thread,
    use: (page) => page.getByRole('button', { name: 'Keyboard shortcuts' }).click(),
    stays: (page) => note(page).waitFor(),
  },
  'thread-forms': {
    path: thread,
    use: (page) => page.getByRole('button', { name: 'Write a comment' }).click(),
    stays: (page) => note(page).waitFor(),
  },
  'switch-dialog': {
    path: '/subscription',
    use: async (page) => {
      const plan = { plan_id: 1_000, plan_name: 'Old', billing_period: 'month', user_tier: 0, plan_tier: 0 }
      const subscription = { ...plan, status: 'active', current_period_end: null, auto_renew: true }
      await page.route('**/api/subscription/status/', (route) =>
        route.fulfill({ json: { is_subscribed: true, subscription } }),
      )
      // A page that becomes visible again loads purchases made in another tab.
      await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
      await page.getByRole('button', { name: 'Switch to this plan' }).click()
    },
    stays: (page) => note(page).waitFor(),
  },
  'result-dialog': {
    path: '/subscription?stripe=success',
    stays: (page) => page.getByRole('alert').getByRole('button', { name: 'Close' }).waitFor(),
  },
  'resume-action': {
    path: prompt,
    use: (page) =>
      page.evaluate((path) => {
        const action = { kind: 'save', slug: 'outline-a-long-read', path, asked_at: Date.now(), is_granted: true }
        sessionStorage.setItem('pending_action', JSON.stringify(action))
        dispatchEvent(new StorageEvent('storage', { key: 'pending_action', storageArea: sessionStorage }))
      }, prompt),
    stays: (page) => page.getByRole('button', { name: 'Save', exact: true }).waitFor(),
  },
}

describe('a missing chunk of the build', () => {
  test('is tested here for every chunk in the manifest', () => {
    const manifest = JSON.parse(readFileSync('dist/client/.vite/manifest.json', 'utf8')) as Record<
      string,
      { isDynamicEntry?: boolean }
    >
    const known = new Set([
      ...Object.keys({ ...pages, ...messages, ...parts }),
      ...withoutAddress,
      ...ofModerators,
      ...ofAuthors,
      ...dialogChunks,
      ...shell,
    ])
    const lazy = Object.entries(manifest).filter(
      ([module, { isDynamicEntry }]) =>
        isDynamicEntry && !/\bes\.ts$/.test(module) && !module.startsWith('client/admin/'),
    )
    expect(lazy.map(([module]) => nameOf(module)).filter((name) => !known.has(name))).toEqual([])
    expect(lazy.length).toBeGreaterThan(30)
  })

  test('of a page causes one full load when a link opens the page', async () => {
    await visitInTrouble({}, async ({ page, loads }) => {
      await openPage(page, '/privacy')
      for (const [chunk, path] of Object.entries(pages)) {
        await whenHydrated(page)
        const before = loads()
        await failChunk(page, chunk)
        await navigateByHistory(page, path)
        await expect.poll(loads, { message: chunk }).toBe(before + 1)
        await page.waitForLoadState('networkidle')
        expect([chunk, loads()]).toEqual([chunk, before + 1])
        expect(new URL(page.url()).pathname).toBe(path)
        await expectAlive(page)
        await whenHydrated(page)
        await page.getByRole('button', { name: 'Search the library' }).click()
        await page.getByRole('dialog').waitFor()
        await page.keyboard.press('Escape')
        await page.getByRole('dialog').waitFor({ state: 'detached' })
        await restoreChunk(page, chunk)
      }
    })
  })

  test('of messages leaves the text that the server rendered', async () => {
    await visitInTrouble({}, async ({ page, loads }) => {
      for (const [chunk, path] of Object.entries(messages)) {
        const before = loads()
        await failChunk(page, chunk)
        await navigate(page, path)
        await note(page).waitFor()
        await page.waitForLoadState('networkidle')
        expect([chunk, loads()]).toEqual([chunk, before + 2])
        await expectAlive(page)
        await restoreChunk(page, chunk)
      }
    })
  })

  test('of a part of a page affects only that part', async () => {
    const token = await createMember(siteUrl())
    await visitInTrouble({}, async ({ page, loads }) => {
      await page.addInitScript(() =>
        localStorage.setItem('library.recent', '[{"title":"Read","path":"/library/prompt/outline-a-long-read"}]'),
      )
      await signIn(page, token)
      for (const [chunk, { path, use, stays, showsNote }] of Object.entries(parts)) {
        const before = loads()
        const countRequests = await failChunk(page, chunk)
        await openPage(page, path)
        await whenHydrated(page)
        await use?.(page)
        await expect.poll(countRequests, { message: chunk }).toBeGreaterThan(0)
        await stays(page)
        await expectAlive(page)
        expect([chunk, loads()]).toEqual([chunk, before + 1])
        const close = page.getByRole('alert').getByRole('button', { name: 'Close' })
        if (await close.count()) await close.click()
        await expect.poll(() => note(page).count(), { message: chunk }).toBe(showsNote ? 1 : 0)
        await restoreChunk(page, chunk)
      }
    })
  })

  test.each(dialogChunks)(
    '%s: saving shows a message instead of a dialog, with a link to the log-in',
    async (chunk) => {
      await visitInTrouble({}, async ({ page }) => {
        await failChunk(page, chunk)
        await openPage(page, prompt)
        await whenHydrated(page)
        await page.getByRole('button', { name: 'Save', exact: true }).click()
        await page.getByRole('alert').getByText('Log in to save this prompt').waitFor()
        await page.getByRole('alert').getByRole('link', { name: 'Log in' }).click()
        await page.waitForURL('**/login')
        expect(await page.getByRole('alert').filter({ hasText: 'save' }).count()).toBe(0)
      })
    },
  )

  test('of the frame leaves a page that works without scripts', async () => {
    await visitInTrouble({}, async ({ page }) => {
      for (const chunk of ['entry-browser', 'site', ...shell]) {
        await failChunk(page, chunk)
        await navigate(page, '/login')
        await page.waitForLoadState('networkidle')
        await page.locator('input[name=email]').fill('ana@mail.test')
        await page.locator('input[name=password]').fill('never in the address')
        await page.locator('input[name=password]').press('Enter')
        expect([chunk, page.url()]).toEqual([chunk, `${siteUrl()}/login`])
        await page.locator('footer a[href="/privacy"]').click()
        await page.waitForURL('**/privacy')
        await expectAlive(page)
        await restoreChunk(page, chunk)
      }
    })
  })

  test('of the frame that arrives empty leaves a page that works without scripts', async () => {
    await visitInTrouble({}, async ({ page }) => {
      for (const chunk of ['entry-browser', 'site', ...shell]) {
        const countRequests = await failChunk(page, chunk, emptyScript)
        await navigate(page, '/library')
        await expect.poll(countRequests, { message: chunk }).toBeGreaterThan(0)
        await page.waitForLoadState('networkidle')
        await expectAlive(page)
        await restoreChunk(page, chunk)
      }
    })
  })

  test('is requested once more, not again and again, if nothing can be stored', async () => {
    await visitInTrouble({}, async ({ page, loads }) => {
      await refuseStorage(page.context())
      await openPage(page, '/terms-of-service')
      await whenHydrated(page)
      await failChunk(page, 'privacy-page')
      await navigateByHistory(page, '/privacy')
      await note(page).waitFor()
      await page.waitForLoadState('networkidle')
      expect(loads()).toBe(2)
      await expectAlive(page)
    })
  })
})
