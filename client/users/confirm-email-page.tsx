import { useQueryClient } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { send } from '../api.ts'
import { fieldsOf, FormProblem } from '../form.tsx'
import type { Loader } from '../routes.tsx'
import { useSite } from '../site.ts'
import { FormFrame } from './form-frame.tsx'
import { signInCopy } from './sign-in-copy.ts'
import { useOnce } from './use-once.ts'

export const load: Loader = ({ locale }) => signInCopy.load(locale)

/** Where the link of a mail leads that proves an address. */
export function Page() {
  const site = useSite()
  const text = signInCopy.useCopy()
  const client = useQueryClient()
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  const outcome = useOnce(`confirm ${token}`, async () => {
    if (token === '') throw new Error('There is no token.')
    await send(client, 'POST', paths.api.confirmEmail, { body: { token } })
  })
  const problemOf = (error: unknown) =>
    token === '' ? text.reset.no_token : (fieldsOf(error).token?.[0] ?? text.confirm.wrong)
  const problem = outcome.state === 'failed' ? problemOf(outcome.error) : ''
  return (
    <FormFrame
      title={text.confirm.title}
      note={outcome.state === 'done' ? text.confirm.done : undefined}
      withoutScript={text.without_script}
    >
      <title>{`${text.confirm.title} · ${site.name}`}</title>
      <meta name="referrer" content="no-referrer" />
      <div className="mt-6 min-h-40">
        <FormProblem text={problem} />
        {outcome.state === 'busy' && <p className="needs-script">{text.confirm.busy}</p>}
        {outcome.state !== 'busy' && (
          <p className="mt-6">
            <Link to={problem ? paths.profile : paths.library} className="button">
              {problem ? text.confirm.again : text.confirm.on}
            </Link>
          </p>
        )}
      </div>
    </FormFrame>
  )
}
