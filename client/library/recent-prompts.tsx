import { useId } from 'react'
import { Link, matchPath } from 'react-router-dom'
import { useSay } from '../i18n.tsx'
import { keep } from '../kept.ts'
import { OwnMark } from './own-mark.tsx'
import { parseRecent, recentKey } from './recent.ts'

const slugOf = (path: string) => matchPath('/library/prompt/:slug', path)?.params.slug ?? ''

/** The prompts that were read last in this browser, as it keeps them. */
export function RecentPrompts({ kept }: { kept: string }) {
  const say = useSay()
  const id = useId()
  const recent = parseRecent(kept)
  if (recent.length === 0) return null
  return (
    <section className="mt-12" aria-labelledby={id}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={id} className="text-xl font-bold">
          {say('prompt.recent')}
        </h2>
        <button type="button" className="button button-quiet" onClick={() => keep('local', recentKey, null)}>
          {say('prompt.clear')}
        </button>
      </div>
      <ul className="mt-3 grid gap-x-4 gap-y-2 sm:grid-cols-2">
        {recent.map(({ title, path }) => (
          <li key={path} className="min-w-0">
            <Link to={path} className="card flex items-center gap-2 py-3 text-text no-underline hover:border-brand">
              <span className="min-w-0 flex-1" dir="auto">
                {title}
              </span>
              <OwnMark slug={slugOf(path)} isNarrow />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
