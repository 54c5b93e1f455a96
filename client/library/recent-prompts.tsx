import { useId } from 'react'
import { matchPath } from 'react-router-dom'
import { Link } from '../app/link.tsx'
import { decodeParams } from '../ui/use-param.ts'
import { writeStorage } from '../app/storage.ts'
import { useTranslate } from './messages.ts'
import { MyPromptMark } from '../saved/my-mark.tsx'
import { parseRecent } from '../search/parse-recent.ts'

const slugOf = (path: string) => decodeParams(matchPath('/library/prompt/:slug', path)?.params ?? {}).slug ?? ''

export function RecentPrompts({ stored }: { stored: string }) {
  const t = useTranslate()
  const id = useId()
  const recent = parseRecent(stored)
  if (recent.length === 0) return null
  return (
    <section aria-labelledby={id} className="recent-prompts">
      <h2 id={id}>{t('prompt.recent')}</h2>
      <ul>
        {recent.map(({ title, path }) => (
          <li key={path}>
            <Link to={path} className="quiet-link">
              <span dir="auto">{title}</span>
              <MyPromptMark slug={slugOf(path)} isNarrow />
            </Link>
          </li>
        ))}
      </ul>
      <button type="button" className="quiet-link" onClick={() => writeStorage('library.recent', null)}>
        {t('prompt.clear')}
      </button>
    </section>
  )
}
