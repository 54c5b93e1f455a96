import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import * as z from 'zod/mini'
import { MentionableAuthor } from '#shared/forum/mention-suggestions.ts'
import { forumPaths } from '#shared/forum/paths.ts'
import { send } from '../../app/api.ts'
import { TeamBadge } from '../../app/team-badge.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { useTranslate } from './messages.ts'

export type MentionListProps = {
  area: HTMLTextAreaElement
  typed: string
  thread: string | undefined
  onChoose: (username: string) => void
  onClose: () => void
}

const debounceMs = 150

const waitForPause = (signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, debounceMs)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(new DOMException('The name is typed on.', 'AbortError'))
    })
  })

function useAuthors(q: string, thread: string | undefined): MentionableAuthor[] {
  const path = forumPaths.api.authors({ q, thread })
  const { data = [] } = useQuery({
    queryKey: [path],
    queryFn: async ({ client, signal }) => {
      await waitForPause(signal)
      return send<MentionableAuthor[]>(client, 'GET', path, {
        ...(import.meta.env.DEV && { schema: z.array(MentionableAuthor) }),
        isBackground: true,
        signal,
      })
    },
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
  })
  // Shows the earlier matches that still fit until the response arrives.
  return data.filter(({ username }) => username.toLowerCase().startsWith(q.toLowerCase()))
}

type Steps = { index: number; last: number }
function indexAfter(key: string, { index, last }: Steps): number | null {
  if (key === 'ArrowDown') return index === last ? 0 : index + 1
  if (key === 'ArrowUp') return index === 0 ? last : index - 1
  return null
}

/** Handles keys before the textarea: arrows select, Enter and Tab insert, Escape closes. */
function useKeys(area: HTMLTextAreaElement, onKey: (event: KeyboardEvent) => boolean): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !onKey(event)) return
    event.preventDefault()
    event.stopPropagation()
  })
  useEffect(() => {
    area.addEventListener('keydown', onKeyDown)
    return () => area.removeEventListener('keydown', onKeyDown)
  }, [area])
}

function useComboboxRole(area: HTMLTextAreaElement, listId: string, activeId: string | null): void {
  useEffect(() => {
    if (activeId === null) return
    const attributes = {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-haspopup': 'listbox',
      'aria-expanded': 'true',
      'aria-controls': listId,
      'aria-activedescendant': activeId,
    }
    for (const [name, value] of Object.entries(attributes)) area.setAttribute(name, value)
    return () => Object.keys(attributes).forEach((name) => area.removeAttribute(name))
  }, [area, listId, activeId])
}

const AuthorName = ({ author: { username, avatar_color, is_team } }: { author: MentionableAuthor }) => (
  <>
    <Avatar name={username} colour={avatar_color} />
    <bdi className="min-w-0 truncate">{username}</bdi>
    {is_team && <TeamBadge />}
  </>
)

/** List of suggestions for a mention. The focus stays in the textarea. */
export function MentionList({ area, typed, thread, onChoose, onClose }: MentionListProps) {
  const t = useTranslate()
  const id = useId()
  const authors = useAuthors(typed, thread)
  const [marked, setMarked] = useState<string | null>(null)
  const index = Math.max(
    0,
    authors.findIndex(({ username }) => username === marked),
  )
  const optionId = (position: number) => `${id}-${position}`
  useComboboxRole(area, id, authors.length > 0 ? optionId(index) : null)
  useKeys(area, ({ key }) => {
    const current = authors[index]
    if (key === 'Escape') onClose()
    else if (!current) return false
    else if (key === 'Enter' || key === 'Tab') onChoose(current.username)
    else {
      const next = indexAfter(key, { index, last: authors.length - 1 })
      if (next === null) return false
      setMarked(authors[next]?.username ?? null)
    }
    return true
  })
  const optionProps = (position: number) =>
    ({ id: optionId(position), role: 'option', 'aria-selected': position === index }) as const
  const listProps = { id, role: 'listbox', 'aria-label': t('editor.mentions') } as const
  return (
    <>
      <output className="sr-only">{authors.length > 0 && t('editor.mentions_found', { count: authors.length })}</output>
      {authors.length > 0 && (
        <ul {...listProps} className="menu absolute top-full left-0 z-40 mt-1 max-w-full min-w-56">
          {authors.map((author, position) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- an option, whose keys are the text's
            <li
              key={author.username}
              {...optionProps(position)}
              className="menu-item gap-2"
              // Prevents the option from taking the focus of the textarea.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => onChoose(author.username)}
            >
              <AuthorName author={author} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
