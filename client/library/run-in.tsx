import { ChevronDown, Play } from 'lucide-react'
import { useRef, useState } from 'react'
import { IslandLoadError } from '../app/load-error.tsx'
import { island } from '../app/island.tsx'
import { Progress } from '../ui/progress.tsx'
import { useTranslate } from './messages.ts'

type OpenState = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }
const BrokenMenu = ({ isOpen, onOpenChange }: OpenState) =>
  isOpen && <IslandLoadError onClose={() => onOpenChange(false)} />
const RunMenu = island(async () => (await import('./run-menu.tsx')).RunMenu, {
  pending: <Progress />,
  Failed: BrokenMenu,
})

export function RunInAssistant({ slug, content }: { slug: string; content: string }) {
  const t = useTranslate()
  const button = useRef<HTMLButtonElement>(null)
  /** Null until the menu opens for the first time. */
  const [isOpen, setOpen] = useState<boolean | null>(null)
  const open = () => setOpen(true)
  return (
    <>
      <button
        ref={button}
        type="button"
        className="button button-quiet"
        aria-haspopup="menu"
        aria-expanded={isOpen ?? false}
        onPointerEnter={() => void RunMenu.prepare()}
        onFocus={() => void RunMenu.prepare()}
        onClick={open}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          open()
        }}
      >
        <Play className="size-4" aria-hidden="true" />
        {t('run.open')}
        <ChevronDown className="size-4" aria-hidden="true" />
      </button>
      {isOpen !== null && (
        <RunMenu slug={slug} content={content} anchor={button} isOpen={isOpen} onOpenChange={setOpen} />
      )}
    </>
  )
}
