import { useQuery } from '@tanstack/react-query'
import { hueOf } from '#shared/library/groups.ts'
import { paths } from '#shared/paths.ts'
import { isPurchaseTarget } from '#shared/subscription/purchase-target.ts'
import { purchaseTargetQuery } from '../app/purchase-target.ts'
import { useAddressQuery } from '../app/page-query.ts'
import { usePendingAction } from '../app/session/pending-action.ts'
import { useStorage } from '../app/storage.ts'
import { GroupMark } from '../ui/group-mark.tsx'
import { useTranslate } from './messages.ts'

type Category = { name: string; functional: { slug: string } }
/** Parts of a library item that are shown if they are there. */
type Item = {
  title?: string | undefined
  name?: string | undefined
  example_line?: string | undefined
  inputs?: string[]
  category?: Category
  use_case?: { category: Category }
}

const maxBlanks = 3

/** Kind and slug of the library item at a path, or of the item that a path to the plans names. */
function targetIn(path: string): string | undefined {
  const { pathname, searchParams } = new URL(path, 'http://site')
  const found = pathname === paths.subscription ? searchParams.get('for') : pathname.replace(`${paths.library}/`, '')
  return isPurchaseTarget(found) ? found : undefined
}

/** Library item that the user wanted to see, save or buy before the log-in. */
export function SignInReason() {
  const t = useTranslate()
  const search = useAddressQuery()
  const stored = useStorage('redirectAfterLogin')
  const action = usePendingAction()
  const path = search.get('next') ?? action?.path ?? stored ?? paths.home
  const target = targetIn(path)
  const { data } = useQuery({ ...purchaseTargetQuery(target ?? ''), enabled: target !== undefined, retry: false })
  if (!data) return null
  const { title, name, inputs = [], example_line, category, use_case }: Item = data.item
  const { functional, ...parent } = use_case?.category ?? category ?? { name: '', functional: null }
  const kind = path.startsWith(paths.subscription) ? 'buy' : (action?.kind ?? 'view')
  return (
    <aside className="reason" data-group={functional ? hueOf(functional.slug) : undefined}>
      <p className="text-sm text-muted">{t(`reason.${kind}`)}</p>
      <p className="mt-1 font-heading text-2xl font-bold" dir="auto">
        {title ?? name}
      </p>
      {functional && (
        <p className="group-name mt-2 text-sm">
          <GroupMark slug={functional.slug} />
          {parent.name}
        </p>
      )}
      <p className="mt-4 flex flex-wrap gap-1.5 text-xs">
        {inputs.slice(0, maxBlanks).map((label) => (
          <span key={label} className="blank">
            {label}
          </span>
        ))}
      </p>
      {example_line && <p className="mt-4 italic">{example_line}</p>}
    </aside>
  )
}
