import { useQueryClient } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { TokenPair } from '#shared/users.ts'
import { send } from '../api.ts'
import { FormProblem } from '../form.tsx'
import type { Loader } from '../routes.tsx'
import { useSite } from '../site.ts'
import { enter, logFailure, targetOf } from './enter.ts'
import { FormFrame } from './form-frame.tsx'
import { signInCopy } from './sign-in-copy.ts'
import { useOnce } from './use-once.ts'

export const load: Loader = ({ locale }) => signInCopy.load(locale)

/** Where the redirect mode of Google's sign-in leads: exchanges its code for tokens. */
export function Page() {
  const site = useSite()
  const text = signInCopy.useCopy()
  const client = useQueryClient()
  const [search] = useSearchParams()
  const code = search.get('code')
  const outcome = useOnce(`google ${code}`, async () => {
    if (code === null) throw new Error('There is no code.')
    try {
      const pair = await send(client, 'POST', paths.api.googleCode, { body: { code }, schema: TokenPair })
      await enter(client, pair, targetOf(new URLSearchParams()))
    } catch (error) {
      logFailure(error)
      throw error
    }
  })
  const hasFailed = outcome.state === 'failed'
  return (
    <FormFrame title={text.google.title} withoutScript={text.without_script}>
      <title>{`${text.google.title} · ${site.name}`}</title>
      <div className="mt-6 min-h-40">
        <FormProblem text={hasFailed ? text.google.wrong : ''} />
        {hasFailed ? (
          <p className="mt-6">
            <Link to={paths.login} className="button">
              {text.google.back}
            </Link>
          </p>
        ) : (
          <p className="needs-script">{text.google.busy}</p>
        )}
      </div>
    </FormFrame>
  )
}
