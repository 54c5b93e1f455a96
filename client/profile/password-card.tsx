import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { paths } from '#shared/paths.ts'
import { TokenPair } from '#shared/users/schema.ts'
import type { Me } from '#shared/users/schema.ts'
import { send } from '../app/api.ts'
import { Form, useForm } from '../app/form.tsx'
import { meQuery } from '../app/session/me.queries.ts'
import { storeTokens } from '../app/session/session.ts'
import { IdentityProof, ProfilePassword, useGoogleProof, useSessionEndingRequest } from './google-proof.tsx'
import { useTranslate } from './messages.ts'
import { sessionsQuery } from './profile.queries.ts'
import { Setting } from './section-list.tsx'

/** Form that sets or changes the password. It stores the new tokens. */
export function PasswordCard({ me }: { me: Me }) {
  const t = useTranslate()
  const client = useQueryClient()
  const [done, setDone] = useState('')
  const google = useGoogleProof()
  const ending = useSessionEndingRequest()
  const form = useForm(
    async (body, element) => {
      setDone('')
      const schema = import.meta.env.DEV && TokenPair
      const pair = await ending(() =>
        google.withProof((proof) =>
          send(client, 'POST', paths.api.mePassword, { body: { ...body, ...proof }, schema }),
        ),
      )
      // An earlier request has changed the password and ended this session, but its response was lost.
      if (!pair) return location.replace(`${paths.login}?reset=1`)
      storeTokens(pair)
      element.reset()
      setDone(me.has_password ? t('password.done') : t('password.set_done'))
      await Promise.all([client.invalidateQueries(meQuery), client.invalidateQueries(sessionsQuery)])
    },
    () => t('password.wrong'),
  )
  return (
    <Setting
      title={me.has_password ? t('password.title') : t('password.set_title')}
      note={me.has_password ? t('password.note') : t('password.set_note')}
    >
      <Form
        form={form}
        className="space-y-4"
        submit={me.has_password ? t('password.submit') : t('password.set')}
        below={<output className="block empty:-mt-4">{done}</output>}
      >
        {/* Password managers need the account's email. */}
        <input type="email" autoComplete="username" value={me.email} readOnly hidden />
        <IdentityProof me={me} google={google} form={form} label={t('password.current')} name="current_password" />
        <ProfilePassword label={t('password.fresh')} name="new_password" isNew hint={t('password.hint')} />
      </Form>
    </Setting>
  )
}
