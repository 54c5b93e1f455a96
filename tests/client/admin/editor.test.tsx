import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Suspense } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { adminPaths } from '#shared/admin/paths.ts'
import type { Me } from '#shared/users/schema.ts'
import { Field } from '../../../client/ui/field.tsx'
import { ConflictDialog } from '../../../client/admin/conflict-dialog.tsx'
import type { ItemWithEtag } from '../../../client/admin/item-with-etag.ts'
import { AuditHistory } from '../../../client/admin/history.tsx'
import { SaveBar } from '../../../client/admin/editor-form.tsx'
import { useEditor } from '../../../client/admin/use-editor.ts'
import { loadMessages, LocaleProvider } from '../../../client/app/i18n.tsx'
import { meQuery } from '../../../client/app/session/me.queries.ts'
import { SiteRoot } from '../../../client/app/site-root.tsx'
import { listOf } from '../../support/postgres/samples.ts'
import { createClient, me, ok, refused, signInAs, withEtag } from '../../support/browser/page.tsx'
import type { Answers } from '../../support/browser/page.tsx'

const Thing = z.object({ id: z.int(), name: z.string(), note: z.string() })
type Thing = z.infer<typeof Thing>
const path = '/api/admin/things/7/'
const draftOf = ({ name, note }: Thing) => ({ name, note })
const saved: ItemWithEtag<Thing> = { item: { id: 7, name: 'Old name', note: 'Old note' }, etag: '"1"' }
const labelOf = (name: string) => ({ name: 'Name', note: 'Note' })[name] ?? name

function ThingForm({ edited = saved }: { edited?: ItemWithEtag<Thing> }) {
  const editor = useEditor({
    path,
    schema: Thing,
    edited,
    draftOf,
    empty: { name: '', note: '' },
    onSaved: () => {},
  })
  const { draft, set, errorOf, conflict, isBusy } = editor
  const field = (name: keyof typeof draft) => (
    <Field
      label={labelOf(name)}
      value={draft[name]}
      error={errorOf(name)}
      onChange={({ target }) => set({ [name]: target.value })}
    />
  )
  return (
    <main>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void editor.save()
        }}
      >
        {field('name')}
        {field('note')}
        <SaveBar editor={editor} />
      </form>
      {conflict && <ConflictDialog conflict={conflict} isBusy={isBusy} labelOf={labelOf} />}
      <AuditHistory
        kind="thread"
        target={7}
        labelOf={labelOf}
        onRestore={({ name, note }) => set({ name: String(name), note: String(note) })}
        isRestorable={(state) => 'name' in state}
      />
    </main>
  )
}

const log = adminPaths.api.audit({ kind: 'thread', target: '7' })

async function open(answers: Answers, edited?: ItemWithEtag<Thing>, role: Me['role'] = 'admin') {
  const { client, sent } = createClient({ [log]: listOf([]), ...answers })
  client.setQueryData(meQuery.queryKey, { ...me, role })
  await loadMessages()
  signInAs({})
  const user = userEvent.setup()
  await act(async () => {
    render(
      <SiteRoot locale="en">
        <LocaleProvider value="en">
          <QueryClientProvider client={client}>
            <MemoryRouter>
              <Suspense>
                <ThingForm {...(edited && { edited })} />
              </Suspense>
            </MemoryRouter>
          </QueryClientProvider>
        </LocaleProvider>
      </SiteRoot>,
    )
  })
  const type = async (label: string, text: string) => {
    const input = screen.getByLabelText<HTMLInputElement>(label)
    await user.clear(input)
    await user.type(input, text)
  }
  const save = () => user.click(screen.getByRole('button', { name: 'Save' }))
  const written = () => sent.filter(({ request }) => request.startsWith('PUT'))
  return { user, type, save, written, requests: () => sent.map(({ request }) => request) }
}

const values = () => ['Name', 'Note'].map((label) => screen.getByLabelText<HTMLInputElement>(label).value)
const changedMeanwhile = (current: Thing, etag: string) =>
  refused(412, { detail: 'changed', code: 'changed_meanwhile', etag, current })
/** True if the browser asks before leaving the page. */
const warns = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

beforeEach(() => localStorage.clear())

describe('the admin editor', () => {
  test('sends the changed fields with the ETag of the loaded version, and then uses the new ETag', async () => {
    const { type, save, written } = await open({
      [`PUT ${path}`]: [
        withEtag({ id: 7, name: 'New name', note: 'Old note' }, '"2"'),
        withEtag({ id: 7, name: 'Newer', note: 'Old note' }, '"3"'),
      ],
    })
    expect(warns()).toBe(false)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true)
    await type('Name', 'New name')
    expect(warns()).toBe(true)
    expect(screen.getByText('There are unsaved changes.')).toBeTruthy()
    await save()
    expect(warns()).toBe(false)
    await type('Name', 'Newer')
    await save()
    expect(written()).toMatchObject([
      { body: { name: 'New name', note: 'Old note' }, headers: { 'if-match': '"1"' } },
      { body: { name: 'Newer' }, headers: { 'if-match': '"2"' } },
    ])
  })

  test('focuses the field that the server refuses, and keeps all input', async () => {
    const { type, save } = await open({ [`PUT ${path}`]: refused(400, { name: ['Too short'] }) })
    await type('Name', 'x')
    await save()
    expect(await screen.findByText('Too short')).toBeTruthy()
    expect(screen.getByRole('alert').textContent).toBe('Please check the marked fields.')
    expect(document.activeElement).toBe(screen.getByLabelText('Name'))
    expect(values()).toEqual(['x', 'Old note'])
  })

  test('restores unsaved input of an earlier visit, and discards it on request', async () => {
    const { type } = await open({})
    await type('Note', 'Half a note')
    cleanup()
    const { user } = await open({})
    expect(values()).toEqual(['Old name', 'Half a note'])
    expect(screen.getByText(/from an earlier visit/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Discard changes' }))
    expect(values()).toEqual(['Old name', 'Old note'])
    cleanup()
    await open({})
    expect(values()).toEqual(['Old name', 'Old note'])
  })

  test('with restored input does not overwrite a version that another admin has saved since', async () => {
    const theirs = { id: 7, name: 'Old name', note: 'Their note' }
    const { type } = await open({})
    await type('Name', 'My name')
    cleanup()
    const now = { item: theirs, etag: '"2"' }
    const { save, written } = await open({ [`PUT ${path}`]: changedMeanwhile(theirs, '"2"') }, now)
    await save()
    expect(written()[0]?.headers).toEqual({ 'if-match': '"1"' })
    expect(await screen.findByRole('dialog')).toBeTruthy()
  })

  test('keeps input that is typed while a save is in progress', async () => {
    const { promise, resolve } = Promise.withResolvers<{ status: number; body: unknown; headers: Headers }>()
    const { type, save } = await open({ [`PUT ${path}`]: promise })
    await type('Name', 'First')
    await save()
    await type('Name', 'Second')
    await act(async () =>
      resolve({ status: 200, body: { id: 7, name: 'First', note: 'Old note' }, headers: new Headers({ etag: '"2"' }) }),
    )
    expect(values()).toEqual(['Second', 'Old note'])
    expect(screen.getByText('There are unsaved changes.')).toBeTruthy()
  })
})

describe("a conflict with another admin's save", () => {
  const theirs = { id: 7, name: 'Their name', note: 'Their note' }

  test('shows both versions side by side, each change preselected on its own side', async () => {
    const { user, type, save, written } = await open({
      [`PUT ${path}`]: [changedMeanwhile(theirs, '"2"'), withEtag({ ...theirs, name: 'My name' }, '"3"')],
    })
    await type('Name', 'My name')
    await save()
    const dialog = within(await screen.findByRole('dialog', { name: 'Somebody else has changed this' }))
    const name = within(dialog.getByRole('group', { name: 'Name' }))
    expect(name.getByLabelText<HTMLInputElement>('Your version').checked).toBe(true)
    // Only the other admin changed it, so the old value must not be sent.
    const note = within(dialog.getByRole('group', { name: 'Note' }))
    expect(note.getByLabelText<HTMLInputElement>('Saved by somebody else').checked).toBe(true)
    expect(dialog.getByText('Their note')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Save this choice' }))
    expect(written()[1]).toMatchObject({
      body: { name: 'My name', note: 'Their note' },
      headers: { 'if-match': '"2"' },
    })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(values()).toEqual(['My name', 'Their note'])
    expect(warns()).toBe(false)
  })

  test('is shown again if a third version was saved meanwhile', async () => {
    const { user, type, save } = await open({
      [`PUT ${path}`]: [
        changedMeanwhile(theirs, '"2"'),
        changedMeanwhile({ ...theirs, name: 'Third' }, '"3"'),
        refused(400, { name: ['Taken'] }),
      ],
    })
    await type('Name', 'My name')
    await save()
    await user.click(await screen.findByRole('button', { name: 'Save this choice' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText('Third')).toBeTruthy()
    expect(dialog.queryByRole('group', { name: 'Note' })).toBeNull()
    await user.click(dialog.getByRole('button', { name: 'Save this choice' }))
    expect(await screen.findByText('Taken')).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(values()).toEqual(['My name', 'Their note'])
  })

  test("is not shown if the admin's own save succeeded but its response was lost", async () => {
    const { type, save } = await open({
      [`PUT ${path}`]: ['lost', changedMeanwhile({ id: 7, name: 'New name', note: 'Old note' }, '"2"')],
    })
    await type('Name', 'New name')
    await save()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(warns()).toBe(true)
    await save()
    await waitFor(() => expect(warns()).toBe(false))
    expect([screen.queryByRole('dialog'), values()]).toEqual([null, ['New name', 'Old note']])
  })

  test('is resolved if the admin discards the unsaved changes', async () => {
    const { user, type, save, written } = await open({ [`PUT ${path}`]: changedMeanwhile(theirs, '"2"') })
    await type('Name', 'My name')
    await save()
    await user.click(await screen.findByRole('button', { name: 'Discard my changes' }))
    expect(values()).toEqual(['Their name', 'Their note'])
    expect(warns()).toBe(false)
    expect(written()).toHaveLength(1)
  })
})

describe('the history of an item', () => {
  const entry = {
    id: 3,
    at: '2026-11-20T10:00:00.000Z',
    actor: { username: 'bea', avatar_color: '#4c2fa2', is_team: true },
    actor_id: 2,
    actor_name: 'bea',
    source: 'web',
    kind: 'thread',
    action: 'changed',
    target: '7',
    name: null,
    note: null,
    has_states: true,
    thread: null,
    comment_id: null,
  }
  const states = {
    ...entry,
    before: { id: 7, name: 'First name', note: 'Old note' },
    after: { id: 7, name: 'Old name', note: 'Old note' },
  }

  test('lists the author and the fields of each change, and fills the form with a former state', async () => {
    const { user } = await open({ [log]: listOf([entry]), [adminPaths.api.auditEntry(3)]: ok(states) })
    const list = within(screen.getByRole('region', { name: 'History' }))
    expect((await list.findByText('bea')).closest('li')?.textContent).toContain('changed it')
    await user.click(list.getByRole('button', { name: 'Changes' }))
    expect((await list.findByText('First')).tagName).toBe('DEL')
    expect(list.getByText('Old').tagName).toBe('INS')
    await user.click(list.getByRole('button', { name: 'Restore the state before' }))
    expect(values()).toEqual(['First name', 'Old note'])
    expect(screen.getByText('There are unsaved changes.')).toBeTruthy()
  })

  test('offers no former state without fields of the form', async () => {
    const other = { ...states, before: { price: 5 } }
    const { user } = await open({ [log]: listOf([entry]), [adminPaths.api.auditEntry(3)]: ok(other) })
    await user.click(await screen.findByRole('button', { name: 'Changes' }))
    expect(await screen.findByRole('button', { name: 'Restore this state' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Restore the state before' })).toBeNull()
  })

  test('is hidden from editors, who may not read the audit log', async () => {
    const { requests } = await open({}, saved, 'editor')
    expect(screen.queryByRole('region', { name: 'History' })).toBeNull()
    expect(requests()).not.toContain(log)
  })

  test('is loaded again after each save', async () => {
    const { type, save, requests } = await open({ [`PUT ${path}`]: withEtag({ ...saved.item, name: 'New' }, '"2"') })
    const before = requests().filter((request) => request === log).length
    await type('Name', 'New')
    await save()
    await waitFor(() => expect(requests().filter((request) => request === log).length).toBe(before + 1))
  })
})
