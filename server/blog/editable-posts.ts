import { blankText, isBlankText, missingFields } from '#shared/admin/posts.ts'
import type { AdminPost, PostState, PostText } from '#shared/admin/posts.ts'
import { blogPaths } from '#shared/blog/paths.ts'
import { locales } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { isUniqueViolation } from '../database/db.ts'
import type { Prisma } from '../database/db.ts'
import { changeEditable, createEditable, removeEditable } from '../editing/edit.ts'
import type { EditableChange, Editable, WithEtag, Editor } from '../editing/edit.ts'
import { checkFormerSlug } from '../editing/former-slugs.ts'
import { renderMarkdown, renderSubmittedMarkdown, renderVersion } from '../markdown/markdown.ts'
import { FieldProblem, HttpProblem } from '../problem.ts'
import { releasePictures, lockPictures } from './post-pictures.ts'
import { readingMinutes } from './reading-minutes.ts'

type Transaction = Prisma.TransactionClient

const textColumns = { locale: true, title: true, excerpt: true, cover_alt: true, body: true } as const
const columns = {
  id: true,
  slug: true,
  status: true,
  published_at: true,
  is_featured: true,
  author_name: true,
  tag_ids: true,
  cover: { select: { hash: true, extension: true, width: true, height: true } },
  texts: { select: textColumns },
} as const

async function read(transaction: Transaction, id: string | number): Promise<AdminPost | null> {
  const row = await transaction.post.findUnique({ where: { id: Number(id) }, select: columns })
  if (!row) return null
  const { published_at, cover, texts, ...post } = row
  const textIn = (locale: Locale): PostText => {
    const { locale: _, ...text } = texts.find((one) => one.locale === locale) ?? { locale, ...blankText }
    return text
  }
  return {
    ...post,
    published_at: published_at?.toISOString() ?? null,
    cover: cover && {
      hash: cover.hash,
      url: blogPaths.media(cover.hash, cover.extension),
      width: cover.width,
      height: cover.height,
    },
    texts: { en: textIn('en'), es: textIn('es') },
  }
}

export const editablePosts: Editable<AdminPost> = {
  kind: 'post',
  lock: (transaction, id) => transaction.$queryRaw`SELECT FROM post WHERE id = ${Number(id)} FOR NO KEY UPDATE`,
  read,
  actionOf: ({ status }, after) => {
    if (status === after.status) return 'changed'
    return after.status === 'draft' ? 'unpublished' : after.status
  },
}

/** Returns the publication date. Throws 400 if it does not fit the status. */
function publishedAt({ status, published_at }: PostState, before: AdminPost | null): Date | null {
  const requested = published_at === null ? null : new Date(published_at)
  if (status === 'draft') return requested
  const now = new Date()
  const former = before?.status === status && before.published_at !== null ? new Date(before.published_at) : null
  if (status === 'scheduled') {
    const isFormer = requested?.getTime() === former?.getTime()
    if (!requested || (requested <= now && !isFormer)) throw new FieldProblem('published_at', 'blog.problem.date_ahead')
    return requested
  }
  if (requested && requested > now) throw new FieldProblem('published_at', 'blog.problem.date_passed')
  return requested ?? former ?? now
}

function checkComplete(state: Pick<PostState, 'status' | 'texts' | 'cover_hash'>): void {
  const [field] = state.status === 'draft' ? [] : missingFields(state)
  if (field === undefined) return
  throw new FieldProblem(field, field === 'texts' ? 'blog.problem.no_language' : 'blog.problem.missing')
}

type Rendered = PostText & { locale: Locale; body_html: string; render_version: number; reading_minutes: number }

/** Renders both texts, which may take seconds. Call it before the transaction. */
async function renderTexts({ status, texts }: PostState, editor: Editor): Promise<Rendered[]> {
  const render = status === 'draft' ? renderMarkdown : renderSubmittedMarkdown
  const rendered: Rendered[] = []
  for (const locale of locales.filter((one) => !isBlankText(texts[one]))) {
    const text = texts[locale]
    const body_html = await render(text.body, 'post', `texts.${locale}.body`, editor.id)
    const reading_minutes = readingMinutes(text.body)
    rendered.push({ ...text, locale, body_html, render_version: renderVersion, reading_minutes })
  }
  return rendered
}

async function checkTags(transaction: Transaction, { tag_ids }: PostState): Promise<void> {
  const found = await transaction.$queryRaw<unknown[]>`
    SELECT id FROM post_tag WHERE id = ANY(${tag_ids}) ORDER BY id FOR KEY SHARE`
  if (found.length !== new Set(tag_ids).size) throw new FieldProblem('tag_ids', 'blog.problem.no_such_tag')
}

const isSameText = (text: PostText, { title, excerpt, cover_alt, body }: PostText) =>
  text.title === title && text.excerpt === excerpt && text.cover_alt === cover_alt && text.body === body

async function writeTexts(transaction: Transaction, post_id: number, before: AdminPost | null, texts: Rendered[]) {
  await transaction.postText.deleteMany({ where: { post_id, locale: { notIn: texts.map(({ locale }) => locale) } } })
  for (const { locale, ...text } of texts) {
    if (before && isSameText(before.texts[locale], text)) continue
    await transaction.postText.upsert({
      where: { post_id_locale: { post_id, locale } },
      create: { post_id, locale, ...text },
      update: text,
      select: { post_id: true },
    })
  }
}

const factsOf = (state: PostState, before: AdminPost | null) => ({
  slug: state.slug,
  status: state.status,
  published_at: publishedAt(state, before),
  is_featured: state.is_featured,
  author_name: state.author_name,
  tag_ids: [...new Set(state.tag_ids)],
  cover_hash: state.cover_hash,
})

const isSame = (facts: ReturnType<typeof factsOf>, before: AdminPost, texts: Rendered[]) => {
  const { id: _id, cover, texts: formerTexts, ...former } = before
  const isoFacts = { ...facts, published_at: facts.published_at?.toISOString() ?? null }
  const former_facts = { ...former, cover_hash: cover?.hash ?? null }
  return (
    Object.entries(isoFacts).every(
      ([name, value]) => JSON.stringify(value) === JSON.stringify(former_facts[name as keyof typeof former_facts]),
    ) &&
    locales.every((locale) =>
      isSameText(formerTexts[locale], texts.find((text) => text.locale === locale) ?? blankText),
    )
  )
}

export const previewPost = (text: string, editor: Editor): Promise<string> =>
  renderMarkdown(text, 'post', 'text', editor.id)

const mapSlugConflict = (error: unknown): never => {
  throw isUniqueViolation(error) ? new FieldProblem('slug', 'blog.problem.slug_taken') : error
}

export async function addPost(editor: Editor, state: PostState): Promise<WithEtag<AdminPost>> {
  checkComplete(state)
  const texts = await renderTexts(state, editor)
  return createEditable(editablePosts, editor, async (transaction) => {
    await checkTags(transaction, state)
    await checkFormerSlug(transaction, 'post', state)
    await lockPictures(transaction, state, null)
    const added = await transaction.post.create({ data: factsOf(state, null), select: { id: true } })
    await writeTexts(transaction, added.id, null, texts)
    return added
  }).catch(mapSlugConflict)
}

type PostChange = { id: number; if_match: string | undefined; editor: Editor }

/** Changes a post. Without changes, `updated_at` stays. Throws 400, 404, 412, 428. */
export async function changePost(edit: PostChange, state: PostState): Promise<WithEtag<AdminPost>> {
  checkComplete(state)
  const texts = await renderTexts(state, edit.editor)
  return changeEditable(editablePosts, edit, async (transaction, before) => {
    const facts = factsOf(state, before)
    if (isSame(facts, before, texts)) return
    await checkTags(transaction, state)
    if (state.slug !== before.slug) await checkFormerSlug(transaction, 'post', { id: edit.id, slug: state.slug })
    await lockPictures(transaction, state, before)
    await transaction.post.update({
      where: { id: edit.id },
      data: { ...facts, updated_at: new Date() },
      select: { id: true },
    })
    await writeTexts(transaction, edit.id, before, texts)
    await releasePictures(transaction, before, state)
  }).catch(mapSlugConflict)
}

export const changePostStatus = (
  edit: EditableChange,
  state: { status: PostState['status']; published_at: Date | null },
) =>
  changeEditable(editablePosts, edit, async (transaction, { texts, cover }) => {
    checkComplete({ status: state.status, texts, cover_hash: cover?.hash ?? null })
    const data = { ...state, updated_at: new Date() }
    await transaction.post.update({ where: { id: Number(edit.id) }, data, select: { id: true } })
  })

/** Removes a draft. Throws 404, 412, 428, and 409 for a published or scheduled post. */
export const removePost = (edit: PostChange): Promise<void> =>
  removeEditable(editablePosts, edit, async (transaction, before) => {
    if (before.status !== 'draft') throw new HttpProblem(409, 'blog.problem.is_public', { code: 'is_public' })
    await transaction.post.delete({ where: { id: edit.id }, select: { id: true } })
    await releasePictures(transaction, before, null)
  })
