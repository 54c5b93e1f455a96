import { Bookmark } from 'lucide-react'
import type { Prompt } from '#shared/library.ts'
import { useSay } from '../i18n.tsx'
import { useAskToLogIn } from '../layout/asking.tsx'
import { useViewer } from '../viewer.ts'

/** Keeps a prompt among one's own, or lets go of it; a visitor is asked to log in. */
export function SaveButton({ prompt }: { prompt: Prompt }) {
  const say = useSay()
  const { is_signed_in } = useViewer()
  const askToLogIn = useAskToLogIn()
  return (
    <button
      type="button"
      className="button button-quiet"
      aria-pressed={prompt.is_saved}
      disabled={is_signed_in}
      onClick={() => askToLogIn('auth.save')}
    >
      <Bookmark className={`size-4 ${prompt.is_saved ? 'fill-current' : ''}`} aria-hidden="true" />
      {say('prompt.save')}
    </button>
  )
}
