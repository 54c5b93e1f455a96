import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useLocale } from '../app/i18n.tsx'
import { readStorage, writeStorage } from '../app/storage.ts'
import { useTranslate } from './messages.ts'
import type { ForumFilters } from './forum.queries.ts'

/** Adds the stored choice to an address without one, since the server's page depends on its address alone. */
export function useStoredLanguages(): void {
  const [search, setSearch] = useSearchParams()
  const isMissing = !search.has('languages')
  useEffect(() => {
    if (!isMissing || readStorage('forum.languages') !== 'all') return
    setSearch((current) => (current.set('languages', 'all'), current), { replace: true })
  }, [isMissing, setSearch])
}

type LanguageSwitchProps = { languages: ForumFilters['languages']; choose: (changes: ForumFilters) => void }

export function LanguageSwitch({ languages, choose }: LanguageSwitchProps) {
  const t = useTranslate()
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-2.5">
      <input
        type="checkbox"
        role="switch"
        name="languages"
        value="all"
        checked={languages === 'all'}
        aria-checked={languages === 'all'}
        onChange={({ currentTarget: { checked } }) => {
          writeStorage('forum.languages', checked ? 'all' : '')
          choose({ languages: checked ? 'all' : undefined })
        }}
        className="switch"
      />
      {t('forum.other_language')}
    </label>
  )
}

/** Marks a thread in another language than the page's. */
export function LanguageMark({ language }: { language: string }) {
  const t = useTranslate()
  if (language === useLocale()) return null
  return (
    <abbr title={t('forum.in_language')} className="language">
      {language}
    </abbr>
  )
}
