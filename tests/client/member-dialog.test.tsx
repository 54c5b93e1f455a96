import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { forumPaths } from '#shared/forum/paths.ts'
import type { ForumMember } from '#shared/forum/moderation.ts'
import { moderationPaths } from '#shared/forum/moderation-paths.ts'
import { thread } from '../support/forum-samples.ts'
import { ok, refused } from '../support/browser/page.tsx'
import type { Answers } from '../support/browser/page.tsx'
import { ben, branch, openAsMember, slug } from '../support/thread-samples.ts'

const { api } = moderationPaths
const member = (changes: Partial<ForumMember> = {}): ForumMember => ({
  username: 'ben',
  is_exempt: false,
  held_at: null,
  silence: null,
  ...changes,
})
const held = member({ held_at: '2026-11-20T10:00:00.000Z' })

type Opening = { state?: ForumMember; answers?: Answers; locale?: 'en' | 'es' }
async function openDialog({ state = member(), answers = {}, locale = 'en' }: Opening = {}) {
  const page = await openAsMember([branch(1)], {
    answers: { [api.member('ben')]: ok(state), ...answers },
    options: { member: { role: 'moderator' }, locale },
  })
  await page.user.click(await screen.findByRole('button', { name: locale === 'en' ? 'Moderate ben' : 'Moderar a ben' }))
  return { ...page, dialog: within(await screen.findByRole('dialog')) }
}
const sent = (written: { request: string; body: unknown }[]) => written.map(({ request, body }) => [request, body])

describe("the moderators' dialog about a member", () => {
  test('is hidden from other members, and absent for team members', async () => {
    await openAsMember([branch(1)])
    await screen.findByRole('button', { name: 'Write a comment' })
    expect(screen.queryByRole('button', { name: 'Moderate ben' })).toBeNull()
  })

  test.each([
    [
      'en',
      'Spam: hide everything by this person',
      'Everything is hidden.',
      'Undo: show everything again',
      /Everything is shown/,
    ],
    ['es', 'Spam: ocultar todo lo suyo', 'Todo está oculto.', 'Deshacer: volver a mostrarlo todo', /Todo se/],
  ] as const)('hides all texts of the member, and undoes it: %s', async (locale, hide, hidden, undo, shown) => {
    const path = api.memberHold('ben')
    const answers = { [`PUT ${path}`]: ok(held), [`DELETE ${path}`]: ok(member()) }
    const { user, dialog, written } = await openDialog({ answers, locale })
    await user.click(await dialog.findByRole('button', { name: hide }))
    await dialog.findByText(hidden)
    await user.click(dialog.getByRole('button', { name: undo }))
    await dialog.findByText(shown)
    dialog.getByRole('button', { name: hide })
    expect(sent(written())).toEqual([
      [`PUT ${path}`, {}],
      [`DELETE ${path}`, undefined],
    ])
  })

  test('can show the texts again even if the thread is hidden meanwhile', async () => {
    const hidden = thread({ comment_count: 1, is_hidden: true, author: ben })
    const answers = { [forumPaths.api.thread(slug)]: ok(hidden), [`DELETE ${api.memberHold('ben')}`]: ok(member()) }
    const page = await openAsMember([], {
      answers: { [api.member('ben')]: ok(held), ...answers },
      options: { member: { role: 'moderator' } },
    })
    await page.user.click(await screen.findByRole('button', { name: 'Moderate this thread' }))
    const items = await screen.findAllByRole('menuitem')
    expect(items.map(({ textContent }) => textContent)).toEqual(['Moderate ben'])
    await page.user.click(screen.getByRole('menuitem'))
    await page.user.click(await screen.findByRole('button', { name: 'Undo: show everything again' }))
    await waitFor(() => expect(page.written()).toHaveLength(1))
  })

  test.each([
    [
      'en',
      '7 days',
      'Reason, which the person will read',
      'Silence',
      /^Silenced until November 27, 2026/,
      'Let them write again',
    ],
    [
      'es',
      '7 días',
      'Motivo, que la persona leerá',
      'Silenciar',
      /^No puede escribir hasta el 27 de noviembre/,
      'Permitir que escriba',
    ],
  ] as const)('silences the member with a reason, and ends it: %s', async (locale, days, reason, send, until, end) => {
    const path = api.memberSilence('ben')
    const silence = { until: '2026-11-27T10:00:00.000Z', reason: 'Insults' }
    const answers = { [`PUT ${path}`]: ok(member({ silence })), [`DELETE ${path}`]: ok(member()) }
    const { user, dialog, written } = await openDialog({ answers, locale })
    await user.click(await dialog.findByRole('radio', { name: days }))
    await user.click(dialog.getByRole('button', { name: send }))
    expect(written()).toEqual([])
    await user.type(dialog.getByRole('textbox', { name: reason }), 'Insults')
    await user.click(dialog.getByRole('button', { name: send }))
    await dialog.findByText(until)
    dialog.getByText('Insults')
    await user.click(dialog.getByRole('button', { name: end }))
    expect(await dialog.findByRole<HTMLTextAreaElement>('textbox', { name: reason })).toHaveProperty('value', '')
    expect(sent(written())).toEqual([
      [`PUT ${path}`, { days: 7, reason: 'Insults' }],
      [`DELETE ${path}`, undefined],
    ])
  })

  test('shows why the server refuses a change', async () => {
    const refusal = { detail: 'Moderators and admins can’t be moderated.', code: 'forbidden' }
    const { user, dialog } = await openDialog({ answers: { [`PUT ${api.memberHold('ben')}`]: refused(403, refusal) } })
    await user.click(await dialog.findByRole('button', { name: 'Spam: hide everything by this person' }))
    expect(await dialog.findByText(refusal.detail)).toBeDefined()
  })
})
