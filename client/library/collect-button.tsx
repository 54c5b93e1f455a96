import { FolderPlus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useSay } from '../i18n.tsx'
import { useAskToLogIn } from '../layout/asking.tsx'
import { useViewer } from '../viewer.ts'

/** Fetched when it is first wanted, by members alone. */
const CollectDialog = lazy(async () => ({ default: (await import('./collect-dialog.tsx')).CollectDialog }))

/** Puts a prompt into one's collections; a visitor is asked to log in. */
export function CollectButton({ slug }: { slug: string }) {
  const say = useSay()
  const { is_signed_in } = useViewer()
  const askToLogIn = useAskToLogIn()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className="button button-quiet max-sm:col-span-2"
        aria-haspopup="dialog"
        onClick={() => (is_signed_in ? setOpen(true) : askToLogIn('auth.save'))}
      >
        <FolderPlus className="size-4" aria-hidden="true" />
        {say('collections.add')}
      </button>
      <Suspense>{isOpen && <CollectDialog slug={slug} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
