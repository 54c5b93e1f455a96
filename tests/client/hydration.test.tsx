import type { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { forumPaths } from '#shared/forum/paths.ts'
import { paths } from '#shared/paths.ts'
import { sitePaths } from '#shared/site/paths.ts'
import { resetQueries } from '../../client/app/reset-queries.ts'
import { meQuery } from '../../client/app/session/me.queries.ts'
import { writeStorage } from '../../client/app/storage.ts'
import { hydratePage } from '../support/browser/hydration.tsx'
import { me, ok } from '../support/browser/page.tsx'
import {
  freePlan,
  locked,
  premium,
  preview,
  prompt,
  promptAnswers,
  statusOf,
  testimonials,
  questions,
} from '../support/postgres/samples.ts'
import { branch, lists, pageOf, reply, slug, threadAnswers } from '../support/thread-samples.ts'

type PageOptions = Omit<Parameters<typeof hydratePage>[1], 'at'>
/** Hydration errors, with `change` called at each step of a hydration. */
async function complaintsAbout(path: string, options: PageOptions, from = 0): Promise<string[]> {
  const found: string[] = []
  let end = from + 1
  for (let at = from; at < end; at += 8) {
    const { complaints, turns } = await hydratePage(path, { ...options, at })
    found.push(...complaints.map((complaint) => `${at} of ${turns}: ${String(complaint)}`))
    end = Math.min(turns, 64)
  }
  return found
}

const plans = {
  [paths.api.plans]: ok([freePlan, premium]),
  [paths.api.testimonials]: ok(testimonials),
  [sitePaths.api.faq('subscription')]: ok(questions),
  [sitePaths.api.faq('landing')]: ok(questions),
}
const tierIsLearned = (client: QueryClient) => {
  writeStorage('viewer.tier', '1')
  resetQueries(client)
}

const goOn = () => {
  history.pushState({}, '', paths.terms)
  dispatchEvent(new PopStateEvent('popstate', { state: {} }))
}

test('the plans are hydrated without mismatch if the tier is loaded meanwhile', async () => {
  const browser = { [paths.api.subscriptionStatus]: statusOf() }
  const options = { answers: plans, browser, member: { tier: 1 }, change: tierIsLearned }
  expect(await complaintsAbout('/subscription', options)).toEqual([])
})

test('an unlocked prompt is hydrated without mismatch', async () => {
  const marks = ok({ results: [{ slug: prompt.slug, is_saved: false, user_rating: null }] })
  const options = {
    answers: { ...plans, ...promptAnswers(locked({ ...preview, required_tier: 1 })) },
    browser: { ...promptAnswers(), [paths.api.marks([prompt.slug])]: marks },
    member: {},
    change: tierIsLearned,
  }
  expect(await complaintsAbout(paths.prompt(prompt.slug), options)).toEqual([])
})

test('a page is hydrated without mismatch if a navigation starts before', async () => {
  const routerIsThere = 16
  const options = { answers: plans, member: {}, change: goOn }
  expect(await complaintsAbout('/subscription', options, routerIsThere)).toEqual([])
})

test('the profile of a moderator is hydrated without mismatch if the member is loaded before', async () => {
  const { complaints } = await hydratePage('/profile', {
    answers: { [paths.api.meSessions]: ok([]) },
    member: { role: 'moderator' },
    at: 0,
    change: (client) => client.setQueryData(meQuery.queryKey, { ...me, role: 'moderator' }),
  })
  expect(complaints).toEqual([])
})

test('replies at a cursor are hydrated without mismatch, even if they are loaded again', async () => {
  const replies = forumPaths.api.replies(1, { cursor: 'two' })
  const branches = [branch(1, [reply(2, 1)], { reply_count: 9, replies: { results: [reply(2, 1)], next: replies } })]
  const { complaints } = await hydratePage(forumPaths.thread(slug, { comment: 1, cursor: 'two' }), {
    answers: {
      ...threadAnswers(branches),
      [lists({ around: '1' })]: pageOf(branches),
      [replies]: ok({ results: [reply(3, 1)], next: forumPaths.api.replies(1, { cursor: 'three' }) }),
    },
    member: {},
    at: 0,
    change: resetQueries,
  })
  expect(complaints).toEqual([])
})
