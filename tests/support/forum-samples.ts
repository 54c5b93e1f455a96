import type { MyThreadCard, Section, Thread, ThreadCard } from '#shared/forum/schema.ts'

export const sections: Section[] = [
  { slug: 'general', name: 'General', description: 'About anything', thread_count: 3 },
  { slug: 'prompts', name: 'Prompts', description: 'About prompts', thread_count: 1_200 },
]
const section = { slug: 'general', name: 'General' }

export const threadCard = (id: number, changes: Partial<ThreadCard> = {}): ThreadCard => ({
  id,
  meta_slug: `thread-${id}`,
  title: `Thread ${id}`,
  excerpt: `What thread ${id} begins with`,
  section,
  author: { username: 'ben', avatar_color: '#116b45', is_team: false },
  language: 'en',
  status: 'published',
  created_at: '2026-01-01T10:00:00.000Z',
  last_activity_at: '2026-01-02T10:30:00.000Z',
  comment_count: 2,
  likes: 5,
  dislikes: 1,
  is_closed: false,
  is_pinned: false,
  is_answered: false,
  ...changes,
})

export const myThreadCard = (id: number, changes: Partial<MyThreadCard> = {}): MyThreadCard => ({
  ...threadCard(id),
  moderation_note: null,
  is_hidden: false,
  can_edit: false,
  ...changes,
})

export const thread = (changes: Partial<Thread> = {}): Thread => ({
  ...threadCard(1),
  description_html: '<p>What it says</p>',
  answer: null,
  edited_at: null,
  published_at: '2026-01-01T12:00:00.000Z',
  your_vote: null,
  is_mine: false,
  source: null,
  edit_seconds_left: 0,
  pending_edit: null,
  is_saved: false,
  watch: 'replies',
  read_comment_id: null,
  moderation_note: null,
  is_hidden: false,
  ...changes,
})
