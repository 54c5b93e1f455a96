import { useEffect, useId, useMemo } from 'react'
import { Link } from 'react-router-dom'
import * as z from 'zod/mini'
import { useSay } from '../i18n.tsx'
import { keep, parseKept, useKept } from '../kept.ts'

const storageKey = 'library.recent'
/** How many prompts are remembered. */
const remembered = 8
/** Nothing that another script wrote there may lead off the site. */
const Recent = z.array(z.object({ title: z.string(), path: z.string().check(z.startsWith('/library/prompt/')) }))
const recentIn = (kept: string | null) => Recent.safeParse(parseKept(kept)).data ?? []

/** Remembers, in this browser alone, that a prompt was read. */
export function useNoteRecent({ title, path }: { title: string; path: string }, isRead: boolean): void {
  useEffect(() => {
    if (!isRead) return
    const former = recentIn(localStorage.getItem(storageKey)).filter((other) => other.path !== path)
    keep('local', storageKey, JSON.stringify([{ title, path }, ...former].slice(0, remembered)))
  }, [title, path, isRead])
}

/** The prompts that were read last in this browser; nothing for a first visit. */
export function RecentPrompts() {
  const say = useSay()
  const id = useId()
  const kept = useKept('local', storageKey)
  const recent = useMemo(() => recentIn(kept), [kept])
  if (recent.length === 0) return null
  return (
    <section className="mt-12" aria-labelledby={id}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={id} className="text-xl font-bold">
          {say('prompt.recent')}
        </h2>
        <button type="button" className="button button-quiet" onClick={() => keep('local', storageKey, null)}>
          {say('prompt.clear')}
        </button>
      </div>
      <ul className="mt-3 grid gap-x-4 gap-y-2 sm:grid-cols-2">
        {recent.map(({ title, path }) => (
          <li key={path} className="min-w-0">
            <Link to={path} className="card block py-3 text-text no-underline hover:border-brand" dir="auto">
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
