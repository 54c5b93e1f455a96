import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { paths } from '#shared/paths.ts'
import { TokenPair } from '#shared/users.ts'
import type { Me } from '#shared/users.ts'
import { send } from '../api.ts'
import { FormProblem, SubmitButton, useForm } from '../form.tsx'
import { meQuery } from '../me.queries.ts'
import { keepTokens } from '../session.ts'
import { PasswordField } from '../ui/field.tsx'
import { profileCopy } from './profile-copy.ts'
import { sessionsQuery } from './sessions.queries.ts'

/** Sets or changes the password; this browser goes on with the tokens that come back. */
export function PasswordCard({ me }: { me: Me }) {
  const { password: text } = profileCopy.useCopy()
  const client = useQueryClient()
  const [done, setDone] = useState('')
  const form = useForm(
    async (body, element) => {
      setDone('')
      keepTokens(await send(client, 'POST', paths.api.mePassword, { body, schema: TokenPair }))
      element.reset()
      setDone(me.has_password ? text.done : text.set_done)
      await Promise.all([client.invalidateQueries(meQuery), client.invalidateQueries(sessionsQuery)])
    },
    () => text.wrong,
  )
  const shared = { required: true, show: text.show, hide: text.hide }
  return (
    <section className="card p-6">
      <h2 className="text-xl font-bold">{me.has_password ? text.title : text.set_title}</h2>
      <p className="mt-1 text-sm text-muted">{me.has_password ? text.note : text.set_note}</p>
      <form className="mt-4 space-y-4" onSubmit={form.onSubmit}>
        <FormProblem text={form.problem} />
        {/* Tells password managers whose password it is. */}
        <input type="email" autoComplete="username" value={me.email} readOnly hidden />
        {me.has_password && (
          <PasswordField
            {...shared}
            label={text.current}
            name="current_password"
            autoComplete="current-password"
            error={form.errorOf('current_password')}
          />
        )}
        <PasswordField
          {...shared}
          label={text.fresh}
          name="new_password"
          autoComplete="new-password"
          hint={text.hint}
          error={form.errorOf('new_password')}
        />
        <SubmitButton isBusy={form.isBusy}>{me.has_password ? text.submit : text.set}</SubmitButton>
        <output className="block empty:-mt-4">{done}</output>
      </form>
    </section>
  )
}
