import { ChevronDown, ExternalLink } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { useSay } from '../i18n.tsx'

const fetchMenu = () => import('./run-menu.tsx')
/** Fetched as a hand comes near: reading the page does not need it. */
const RunMenu = lazy(async () => ({ default: (await fetchMenu()).RunMenu }))

/** Takes a prompt to the person's own assistant. */
export function RunIn({ slug, content }: { slug: string; content: string }) {
  const say = useSay()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [isWanted, setWanted] = useState(false)
  const open = () => {
    setWanted(true)
    setOpen(true)
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className="button button-quiet"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onPointerEnter={() => void fetchMenu()}
        onFocus={() => void fetchMenu()}
        onClick={open}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          open()
        }}
      >
        <ExternalLink className="size-4" aria-hidden="true" />
        {say('run.open')}
        <ChevronDown className="size-4" aria-hidden="true" />
      </button>
      <Suspense>
        {isWanted && <RunMenu slug={slug} content={content} anchor={button} isOpen={isOpen} onOpenChange={setOpen} />}
      </Suspense>
    </>
  )
}
