import type { QueryClient } from '@tanstack/react-query'
import { descriptionLengths, StoredDraft, titleLengths } from '#shared/forum.ts'
import type { Draft } from '#shared/forum.ts'
import { forumPaths } from '#shared/forum-paths.ts'
import { send } from '../app/api.ts'

const path = forumPaths.api.draft

/** Answers when it was stored; what is longer than a thread may be stays on the device. */
export async function storeServerDraft(client: QueryClient, draft: Draft): Promise<StoredDraft | 'refused'> {
  if (draft.title.length > titleLengths.max || draft.description.length > descriptionLengths.max) return 'refused'
  const schema = import.meta.env.DEV && StoredDraft
  return send<StoredDraft>(client, 'PUT', path, { body: draft, isBackground: true, ...(schema && { schema }) })
}

export async function removeServerDraft(client: QueryClient): Promise<null> {
  await send(client, 'DELETE', path, { isBackground: true })
  return null
}
