import { startTransition, useEffect, useOptimistic } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useSay } from '../i18n.tsx'

const storageKey = 'library.visible_mode'

/** Whether only free content is asked for: the address says so, and the browser remembers it. */
export function useFreeOnly(): boolean {
  const [search, setSearch] = useSearchParams()
  const free = search.get('free') === '1'
  const silent = !search.has('free')
  useEffect(() => {
    if (!silent || localStorage.getItem(storageKey) !== 'free') return
    setSearch((current) => (current.set('free', '1'), current), { replace: true })
  }, [silent, setSearch])
  return free
}

/** A switch that works as a plain form without scripts; `keep` are the other parts of the address. */
export function FreeToggle({ keep }: { keep: Record<string, string> }) {
  const say = useSay()
  const [search, setSearch] = useSearchParams()
  // The switch follows the hand at once; the list follows when it is there.
  const [checked, setChecked] = useOptimistic(search.get('free') === '1')
  const change = (wanted: boolean) => {
    localStorage.setItem(storageKey, wanted ? 'free' : '')
    startTransition(() => {
      setChecked(wanted)
      // A setting is no step of the way: going back leaves the page.
      setSearch((current) => (wanted ? current.set('free', '1') : current.delete('free'), current), { replace: true })
    })
  }
  return (
    <form method="get" className="flex flex-wrap items-center gap-2">
      {Object.entries(keep).map(
        ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
      )}
      <label className="flex min-h-11 cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          role="switch"
          name="free"
          value="1"
          checked={checked}
          aria-checked={checked}
          onChange={(event) => change(event.currentTarget.checked)}
          className="switch"
        />
        {say('library.free_only')}
      </label>
      <button type="submit" className="without-script button">
        {say('use_case.apply')}
      </button>
    </form>
  )
}
