import { useSay } from '../i18n.tsx'
import { Dialog } from '../ui/dialog.tsx'

/** The search of the whole library, from any page. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const say = useSay()
  return (
    <Dialog title={say('search.open')} onClose={onClose}>
      <p />
    </Dialog>
  )
}
