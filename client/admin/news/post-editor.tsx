import { useState } from 'react'
import { adminNewsPaths } from '#shared/admin/news-paths.ts'
import { AdminPost, blankText } from '#shared/admin/posts.ts'
import type { PostState } from '#shared/admin/posts.ts'
import { blogPaths } from '#shared/blog/paths.ts'
import { slugOf } from '#shared/slugs.ts'
import { useLocale } from '../../app/i18n.tsx'
import { useSite } from '../../app/site.ts'
import type { ItemWithEtag } from '../item-with-etag.ts'
import { FormerSlugs } from '../former-slugs.tsx'
import { EntityForm } from '../editor-form.tsx'
import { useEntityEditor } from '../entity.tsx'
import type { EntityConfig } from '../entity.tsx'
import { useTranslate } from './messages.ts'
import { postsKey } from './news.queries.ts'
import { PostFactsFields } from './post-facts-fields.tsx'
import { PostTextFields } from './post-text-fields.tsx'
import { PublishPanel, usePostFieldLabels } from './publish-panel.tsx'

export const postConfig: EntityConfig<AdminPost, PostState> = {
  kind: 'post',
  schema: import.meta.env.DEV && AdminPost,
  api: { list: adminNewsPaths.api.posts(), item: adminNewsPaths.api.post },
  pages: { list: adminNewsPaths.news(), item: adminNewsPaths.post },
  keys: [postsKey],
  draftOf: ({ cover, ...post }) => ({
    slug: post.slug,
    status: post.status,
    published_at: post.published_at,
    is_featured: post.is_featured,
    author_name: post.author_name,
    tag_ids: post.tag_ids,
    cover_hash: cover?.hash ?? null,
    texts: post.texts,
  }),
}

/** Fields of a former state that can be restored. The publication state is not among them. */
function restorable(former: Record<string, unknown>): Partial<PostState> {
  const { status: _status, published_at: _at, ...state } = postConfig.draftOf(former as AdminPost)
  return state
}

/** Message key for the result of a save. */
function outcomeOf(status: PostState['status'], before: PostState['status'] = 'draft') {
  if (status === before) return 'saved'
  return status === 'draft' ? 'unpublished' : status
}

function usePostEditor(edited: ItemWithEtag<AdminPost> | null) {
  const t = useTranslate()
  const site = useSite()
  const empty: PostState = {
    slug: '',
    status: 'draft',
    published_at: null,
    is_featured: false,
    author_name: site.name,
    tag_ids: [],
    cover_hash: null,
    texts: { en: blankText, es: blankText },
  }
  return useEntityEditor(postConfig, {
    edited,
    empty,
    outcomeOf: ({ status }) => outcomeOf(status, edited?.item.status),
    textOf: (outcome) => t(`post.${outcome as ReturnType<typeof outcomeOf>}`),
  })
}

const suggestedSlug = ({ en, es }: PostState['texts']) => slugOf(en.title) || slugOf(es.title)

/** Adds a slug made from the English title, until an admin edits the slug. */
function withSlug(draft: PostState, texts: PostState['texts']): Partial<PostState> {
  return draft.slug === suggestedSlug(draft.texts) ? { texts, slug: suggestedSlug(texts) } : { texts }
}

export function PostEditor({ edited }: { edited: ItemWithEtag<AdminPost> | null }) {
  const t = useTranslate()
  const locale = useLocale()
  const labelOf = usePostFieldLabels()
  const editor = usePostEditor(edited)
  const { draft, set, errorOf, fields, isBusy, isDirty, item } = editor
  const [shown, setShown] = useState(locale)
  const [seenFields, setSeenFields] = useState(fields)
  // A new error opens the language tab of its field.
  if (fields !== seenFields) {
    setSeenFields(fields)
    const wrong = (['en', 'es'] as const).filter((one) =>
      Object.keys(fields).some((path) => path.startsWith(`texts.${one}`)),
    )
    if (wrong[0] && !wrong.includes(shown)) setShown(wrong[0])
  }
  const { en, es } = draft.texts
  return (
    <EntityForm
      editor={editor}
      back={t('post.back')}
      links={
        item && (
          <a
            href={blogPaths.preview(item.slug)}
            target="_blank"
            rel="noreferrer"
            className="ml-auto text-brand underline"
          >
            {t('post.preview')}
          </a>
        )
      }
      title={(locale === 'es' ? es.title || en.title : en.title || es.title) || t('post.new')}
      labelOf={labelOf}
      restore={restorable}
      removal={
        draft.status === 'draft' && {
          label: t('removal.open'),
          title: t('removal.question'),
          action: t('removal.submit'),
          note: <p>{t('removal.note')}</p>,
        }
      }
      className="mt-6 grid gap-8"
    >
      <PostTextFields
        draft={draft}
        locale={shown}
        onChoose={setShown}
        errorOf={errorOf}
        onChange={(texts) => set(item ? { texts } : withSlug(draft, texts))}
        onSubmit={() => isDirty && void editor.save()}
      />
      <PostFactsFields draft={draft} saved={item ?? null} errorOf={errorOf} onChange={set} />
      {item && <FormerSlugs kind="post" id={item.id} slug={item.slug} />}
      <PublishPanel
        key={draft.status}
        draft={draft}
        isBusy={isBusy}
        error={errorOf('published_at')}
        save={editor.save}
      />
    </EntityForm>
  )
}
