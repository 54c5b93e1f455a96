import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { paths } from '#shared/paths.ts'
import type { Me } from '#shared/users/schema.ts'
import { send } from '../app/api.ts'
import { Form, FormField, useForm } from '../app/form.tsx'
import { IdentityProof, useGoogleProof } from './google-proof.tsx'
import { useTranslate } from './messages.ts'
import { Setting } from './section-list.tsx'

export function ChangeEmailCard({ me }: { me: Me }) {
  const t = useTranslate()
  const google = useGoogleProof()
  const client = useQueryClient()
  const [isDone, setDone] = useState(false)
  const form = useForm(
    async (body, element) => {
      setDone(false)
      await google.withProof((proof) => send(client, 'POST', paths.api.meEmail, { body: { ...body, ...proof } }))
      element.reset()
      setDone(true)
    },
    () => t('address.wrong'),
  )
  return (
    <Setting title={t('address.title')} note={t('address.note')}>
      <Form
        form={form}
        className="space-y-4"
        submit={t('address.submit')}
        below={<output className="block empty:-mt-4">{isDone && t('address.done')}</output>}
      >
        <FormField label={t('address.fresh')} name="email" type="email" autoComplete="email" required />
        <IdentityProof me={me} google={google} form={form} label={t('address.password')} />
      </Form>
    </Setting>
  )
}
