import type { Draft } from '#shared/forum/drafts.ts'
import { db } from '../database/db.ts'
import { renderMarkdown } from '../markdown/markdown.ts'

const columns = { title: true, section: true, description: true, updated_at: true } as const
type Stored = Draft & { updated_at: string; age_seconds: number }

const storedOf = ({ updated_at, ...draft }: Draft & { updated_at: Date }): Stored => ({
  ...draft,
  updated_at: updated_at.toISOString(),
  age_seconds: Math.max(0, Math.floor((Date.now() - updated_at.getTime()) / 1_000)),
})

export async function findDraft(user_id: number): Promise<Stored | null> {
  const draft = await db.threadDraft.findUnique({ where: { user_id }, select: columns })
  return draft && storedOf(draft)
}

export async function storeDraft(user_id: number, draft: Draft): Promise<Stored> {
  const fields = { ...draft, updated_at: new Date() }
  const stored = await db.threadDraft.upsert({
    where: { user_id },
    create: { user_id, ...fields },
    update: fields,
    select: columns,
  })
  return storedOf(stored)
}

export async function removeDraft(user_id: number): Promise<void> {
  await db.threadDraft.deleteMany({ where: { user_id } })
}

export const previewMarkdown = (user_id: number, text: string): Promise<string> =>
  renderMarkdown(text, 'thread', 'text', user_id)
