import { useId } from 'react'
import { Link, matchPath } from 'react-router-dom'
import { writeStorage } from '../app/storage.ts'
import { useTranslate } from './messages.ts'
import { MyMark } from '../saved/my-mark.tsx'
import { parseRecent } from './recent.ts'

const slugOf = (path: string) => matchPath('/library/prompt/:slug', path)?.params.slug ?? ''

export function RecentPrompts({ stored }: { stored: string }) {
  const t = useTranslate()
  const id = useId()
  const recent = parseRecent(stored)
  if (recent.length === 0) return null
  return (
    <section className="mt-12" aria-labelledby={id}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={id} className="text-xl font-bold">
          {t('prompt.recent')}
        </h2>
        <button type="button" className="button button-quiet" onClick={() => writeStorage('library.recent', null)}>
          {t('prompt.clear')}
        </button>
      </div>
      <ul className="mt-3 grid gap-x-4 gap-y-2 sm:grid-cols-2">
        {recent.map(({ title, path }) => (
          <li key={path} className="min-w-0">
            <Link to={path} className="card flex items-center gap-2 py-3 text-text no-underline hover:border-brand">
              <span className="min-w-0 flex-1" dir="auto">
                {title}
              </span>
              <MyMark slug={slugOf(path)} isNarrow />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
