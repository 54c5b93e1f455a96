import { useId } from 'react'
import { matchPath } from 'react-router-dom'
import { Link } from '../app/link.tsx'
import { decodeParams } from '../ui/use-param.ts'
import { writeStorage } from '../app/storage.ts'
import { useTranslate } from './messages.ts'
import { MyPromptMark } from '../saved/my-mark.tsx'
import { parseRecent } from './use-recent-prompts.ts'

const slugOf = (path: string) => decodeParams(matchPath('/library/prompt/:slug', path)?.params ?? {}).slug ?? ''

export function RecentPrompts({ stored }: { stored: string }) {
  const t = useTranslate()
  const id = useId()
  const recent = parseRecent(stored)
  if (recent.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <div className="flex h-11 items-center justify-between gap-3">
        <h2 id={id} className="font-bold">
          {t('prompt.recent')}
        </h2>
        <button
          type="button"
          className="-mr-2 min-h-11 rounded-lg px-2 text-sm text-brand underline"
          onClick={() => writeStorage('library.recent', null)}
        >
          {t('prompt.clear')}
        </button>
      </div>
      <ul className="recent-list">
        {recent.map(({ title, path }) => (
          <li key={path} className="min-w-0 snap-start">
            <Link
              to={path}
              className="card flex h-16 items-center gap-2 py-0 text-sm text-text no-underline hover:border-brand"
            >
              <span className="line-clamp-2 min-w-0 flex-1" dir="auto">
                {title}
              </span>
              <MyPromptMark slug={slugOf(path)} isNarrow />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
