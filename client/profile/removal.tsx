import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { paths } from '#shared/paths.ts'
import type { Me } from '#shared/users.ts'
import { ApiProblem, send } from '../api.ts'
import { FormProblem, SubmitButton, useForm } from '../form.tsx'
import { signOut } from '../session.ts'
import { Dialog, DialogClose } from '../ui/dialog.tsx'
import { Field, PasswordField } from '../ui/field.tsx'
import { profileCopy } from './profile-copy.ts'

function RemovalDialog({ me, onClose }: { me: Me; onClose: () => void }) {
  const { removal: text, password } = profileCopy.useCopy()
  const client = useQueryClient()
  const form = useForm(
    async (values) => {
      if (!me.has_password && values.username !== me.username)
        throw new ApiProblem(400, { username: [text.wrong_username] })
      await send(client, 'DELETE', paths.api.me, { body: me.has_password ? { password: values.password } : {} })
      signOut()
    },
    () => text.wrong,
  )
  return (
    <Dialog title={text.question} isAlert onClose={onClose}>
      <ul className="mt-3 list-disc space-y-1 pl-5">
        {text.consequences.map((consequence) => (
          <li key={consequence}>{consequence}</li>
        ))}
      </ul>
      <form className="mt-4 space-y-4" onSubmit={form.onSubmit}>
        <FormProblem text={form.problem} />
        {me.has_password ? (
          <PasswordField
            label={text.password}
            name="password"
            autoComplete="current-password"
            required
            show={password.show}
            hide={password.hide}
            error={form.errorOf('password')}
          />
        ) : (
          <Field
            label={text.username.replace('{username}', me.username)}
            name="username"
            required
            autoComplete="off"
            error={form.errorOf('username')}
          />
        )}
        <SubmitButton isBusy={form.isBusy}>{text.submit}</SubmitButton>
        <DialogClose className="button button-quiet w-full">{text.cancel}</DialogClose>
      </form>
    </Dialog>
  )
}

/** The end of the account, after a clear word on what ends with it. */
export function Removal({ me }: { me: Me }) {
  const { removal: text } = profileCopy.useCopy()
  const [isAsking, setAsking] = useState(false)
  return (
    <section className="card p-6">
      <h2 className="text-xl font-bold">{text.title}</h2>
      <p className="mt-4">
        <button type="button" className="button button-quiet text-danger" onClick={() => setAsking(true)}>
          {text.open}
        </button>
      </p>
      {isAsking && <RemovalDialog me={me} onClose={() => setAsking(false)} />}
    </section>
  )
}
