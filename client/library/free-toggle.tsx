import { startTransition, useEffect, useOptimistic } from 'react'
import { useSearchParams } from 'react-router-dom'
import { readStorage, writeStorage } from '../app/storage.ts'
import { useTranslate } from './messages.ts'

export function useFreeFilter(): boolean {
  const [search, setSearch] = useSearchParams()
  const free = search.get('free') === '1'
  const silent = !search.has('free')
  useEffect(() => {
    if (!silent || readStorage('library.visible_mode') !== 'free') return
    setSearch((current) => (current.set('free', '1'), current), { replace: true })
  }, [silent, setSearch])
  return free
}

/** Toggle of the free filter. Without scripts it is a plain form, which sends `otherParams` too. */
export function FreeToggle({ otherParams }: { otherParams: Record<string, string | undefined> }) {
  const t = useTranslate()
  const [search, setSearch] = useSearchParams()
  // The toggle changes at once, before the list has loaded.
  const [checked, setChecked] = useOptimistic(search.get('free') === '1')
  const change = (isFree: boolean) => {
    writeStorage('library.visible_mode', isFree ? 'free' : '')
    startTransition(() => {
      setChecked(isFree)
      // Replaces the history entry, so that Back leaves the page.
      setSearch(
        (current) => {
          current.delete('cursor')
          if (isFree) current.set('free', '1')
          else current.delete('free')
          return current
        },
        { replace: true },
      )
    })
  }
  return (
    <form method="get" className="flex flex-wrap items-center gap-2">
      {Object.entries(otherParams).map(
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
        {t('library.free_only')}
      </label>
      <button type="submit" className="without-script button">
        {t('use_case.apply')}
      </button>
    </form>
  )
}
