import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { adminNewsPaths } from '#shared/admin-news-paths.ts'
import { AdminPost, blankText } from '#shared/admin-posts.ts'
import type { PostState } from '#shared/admin-posts.ts'
import { blogPaths } from '#shared/blog-paths.ts'
import { slugOf } from '#shared/slugs.ts'
import { useLocale } from '../../app/i18n.tsx'
import { useSite } from '../../app/site.ts'
import type { Edited } from '../edited.ts'
import { EditorForm } from '../editor-form.tsx'
import { useEditor } from '../use-editor.ts'
import { useSaid } from '../use-said.ts'
import { useTranslate } from './messages.ts'
import { PostFactsFields } from './post-facts-fields.tsx'
import { PostRemoval } from './post-removal.tsx'
import { PostTextFields } from './post-text-fields.tsx'
import { PublishPanel } from './publish-panel.tsx'
import { useFieldLabels } from './use-field-labels.ts'

const draftOf = ({ cover, ...post }: AdminPost): PostState => ({
  slug: post.slug,
  status: post.status,
  published_at: post.published_at,
  is_featured: post.is_featured,
  author_name: post.author_name,
  tag_ids: post.tag_ids,
  cover_hash: cover?.hash ?? null,
  texts: post.texts,
})

/** Of a former state: to publish it or to take it back is a deed of its own. */
function restorable(former: AdminPost): Partial<PostState> {
  const { status: _status, published_at: _at, ...state } = draftOf(former)
  return state
}

/** What was done, in a word of the messages. */
function deedOf(status: PostState['status'], before: PostState['status'] | undefined) {
  if (status === (before ?? 'draft')) return 'saved'
  return status === 'draft' ? 'unpublished' : status
}

function usePostEditor(edited: Edited<AdminPost> | null, say: (deed: ReturnType<typeof deedOf>) => void) {
  const site = useSite()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [status, setStatus] = useState(edited?.item.status)
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
  return useEditor({
    path: edited ? adminNewsPaths.api.post(edited.item.id) : adminNewsPaths.api.posts(),
    schema: import.meta.env.DEV && AdminPost,
    edited,
    draftOf,
    empty,
    onSaved: ({ item }) => {
      void client.invalidateQueries({ queryKey: ['admin', 'posts'] })
      const deed = deedOf(item.status, status)
      setStatus(item.status)
      if (edited) say(deed)
      else void navigate(adminNewsPaths.post(item.id), { replace: true, state: { said: deed } })
    },
  })
}

const suggestedSlug = ({ en, es }: PostState['texts']) => slugOf(en.title) || slugOf(es.title)

/** As long as nobody has chosen another address, it follows the first title. */
function withSlug(draft: PostState, texts: PostState['texts']): Partial<PostState> {
  return draft.slug === suggestedSlug(draft.texts) ? { texts, slug: suggestedSlug(texts) } : { texts }
}

export function PostEditor({ edited }: { edited: Edited<AdminPost> | null }) {
  const t = useTranslate()
  const locale = useLocale()
  const labelOf = useFieldLabels()
  const { notice, show } = useSaid((said) => t(`post.${said as ReturnType<typeof deedOf>}`))
  const editor = usePostEditor(edited, (deed) => show(t(`post.${deed}`)))
  const { draft, set, errorOf, fields, isBusy, isDirty } = editor
  const [shown, setShown] = useState(locale)
  const [seenFields, setSeenFields] = useState(fields)
  // What is wrong is to be seen.
  if (fields !== seenFields) {
    setSeenFields(fields)
    const wrong = (['en', 'es'] as const).filter((one) =>
      Object.keys(fields).some((way) => way.startsWith(`texts.${one}`)),
    )
    if (wrong[0] && !wrong.includes(shown)) setShown(wrong[0])
  }
  const { en, es } = draft.texts
  const item = edited?.item
  return (
    <>
      <p className="flex flex-wrap justify-between gap-3">
        <Link to={adminNewsPaths.news()} className="text-brand underline">
          {t('post.back')}
        </Link>
        {item && (
          <a href={blogPaths.preview(item.slug)} target="_blank" rel="noreferrer" className="text-brand underline">
            {t('post.preview')}
          </a>
        )}
      </p>
      <h2 dir="auto" className="mt-4 text-2xl font-bold wrap-anywhere">
        {(locale === 'es' ? es.title || en.title : en.title || es.title) || t('post.new')}
      </h2>
      <EditorForm
        editor={editor}
        kind="post"
        item={item}
        draftOf={restorable}
        labelOf={labelOf}
        removal={
          item && draft.status === 'draft' && <PostRemoval id={item.id} etag={editor.etag} onRemoved={editor.discard} />
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
        <PublishPanel
          key={draft.status}
          draft={draft}
          isBusy={isBusy}
          error={errorOf('published_at')}
          save={editor.save}
        />
      </EditorForm>
      {notice}
    </>
  )
}
