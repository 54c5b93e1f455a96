import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { forumPaths } from '#shared/forum/paths.ts'
import { thread } from '../../support/forum-samples.ts'
import { ok } from '../../support/browser/page.tsx'
import { branch, openAsMember, openThread, slug } from '../../support/thread-samples.ts'

const request = `PUT ${forumPaths.api.threadWatch(slug)}`

describe('the follow button of a thread', () => {
  test.each([
    ['en', 'Follow', 'Follow', 'You follow this thread.', 'Following'],
    ['es', 'Seguir', 'Seguir', 'Ahora sigues este hilo.', 'Siguiendo'],
  ] as const)('offers each level with an explanation, and confirms the chosen level: %s', async (...row) => {
    const [locale, button, choice, message, state] = row
    const { user, written } = await openAsMember([branch(1)], {
      answers: { [request]: ok({ watch: 'following' }) },
      options: { locale },
    })
    await user.click(await screen.findByRole('button', { name: button }))
    const choices = within(await screen.findByRole('menu')).getAllByRole('menuitemradio')
    expect(choices.map((one) => one.getAttribute('aria-checked'))).toEqual(['false', 'true', 'false'])
    await user.click(choices.find(({ textContent }) => textContent.startsWith(choice)) ?? document.body)
    await screen.findByText(message)
    expect(written().map(({ body }) => body)).toEqual([{ watch: 'following' }])
    await screen.findByRole('button', { name: state })
  })

  test('shows that a thread is muted', async () => {
    const { user } = await openAsMember([branch(1)], {
      answers: { [forumPaths.api.thread(slug)]: ok(thread({ comment_count: 1, watch: 'muted' })) },
    })
    await user.click(await screen.findByRole('button', { name: 'Muted' }))
    const chosen = await screen.findByRole('menuitemradio', { checked: true })
    expect(chosen.textContent).toBe('MuteYou are not notified of anything others write here')
  })

  test('shows a level before the answer, and the former one if the change fails', async () => {
    const answer = Promise.withResolvers<{ status: number; body: unknown }>()
    const { user } = await openAsMember([branch(1)], { answers: { [request]: answer.promise } })
    await user.click(await screen.findByRole('button', { name: 'Follow' }))
    await user.click(await screen.findByRole('menuitemradio', { name: /^Mute/ }))
    await screen.findByRole('button', { name: 'Muted' })
    answer.resolve({ status: 500, body: { detail: 'no' } })
    await screen.findByText('Something went wrong. Please try again.')
    screen.getByRole('button', { name: 'Follow' })
  })

  test('asks a visitor to log in', async () => {
    const { user } = await openThread([branch(1)])
    await user.click(await screen.findByRole('button', { name: 'Follow' }))
    await screen.findByText('Log in to follow this thread')
  })
})
