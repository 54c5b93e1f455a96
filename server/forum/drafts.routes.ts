import { Draft, StoredDraft } from '#shared/forum/drafts.ts'
import { MarkdownSource, RenderedMarkdown } from '#shared/forum/schema.ts'
import { noContent, route, routePlugin } from '../http/route.ts'
import { findDraft, previewMarkdown, removeDraft, storeDraft } from './drafts.ts'

export const draftRoutes = routePlugin([
  route('GET', '/draft/', {
    summary: 'The thread that one was writing, or null',
    auth: 'member',
    answers: { 200: StoredDraft },
    handler: ({ viewer }) => findDraft(viewer.id),
  }),
  route('PUT', '/draft/', {
    summary: 'Keeps the thread that one is writing, instead of any other',
    auth: 'member',
    limit: 'writing',
    body: Draft,
    answers: { 200: StoredDraft },
    handler: ({ viewer, body }) => storeDraft(viewer.id, body),
  }),
  route('DELETE', '/draft/', {
    summary: 'Drops the draft; idempotent',
    auth: 'member',
    limit: 'writing',
    answers: noContent,
    handler: ({ viewer }) => removeDraft(viewer.id),
  }),
  route('POST', '/preview/', {
    summary: 'Markdown as a thread would show it',
    auth: 'member',
    limit: 'writing',
    body: MarkdownSource,
    answers: { 200: RenderedMarkdown },
    handler: async ({ viewer, body }) => ({ html: await previewMarkdown(viewer.id, body.text) }),
  }),
])
