import { useEffect } from 'react'
import * as z from 'zod/mini'
import { keep, parseKept, readKept } from '../kept.ts'

export const recentKey = 'library.recent'
/** How many prompts are remembered. */
const remembered = 8
/** Nothing that another script wrote there may lead off the site. */
const Recent = z.array(z.object({ title: z.string(), path: z.string().check(z.startsWith('/library/prompt/')) }))

export const parseRecent = (kept: string | null) => Recent.safeParse(parseKept(kept)).data ?? []

/** Remembers, in this browser alone, that a prompt was read. */
export function useNoteRecent({ title, path }: { title: string; path: string }, isRead: boolean): void {
  useEffect(() => {
    if (!isRead) return
    const former = parseRecent(readKept('local', recentKey)).filter((other) => other.path !== path)
    keep('local', recentKey, JSON.stringify([{ title, path }, ...former].slice(0, remembered)))
  }, [title, path, isRead])
}
