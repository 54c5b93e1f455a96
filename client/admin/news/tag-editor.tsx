import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router-dom'
import { adminNewsPaths } from '#shared/admin-news-paths.ts'
import { AdminPostTag } from '#shared/admin-posts.ts'
import type { PostTagState } from '#shared/admin-posts.ts'
import { locales } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { useLocale } from '../../app/i18n.tsx'
import { Field } from '../../ui/field.tsx'
import type { Edited } from '../edited.ts'
import { EditorForm } from '../editor-form.tsx'
import { RemovalButton } from '../removal-button.tsx'
import { useEditor } from '../use-editor.ts'
import { useSaid } from '../use-said.ts'
import { useTranslate } from './messages.ts'
import { postTagsQuery } from './news.queries.ts'

const draftOf = ({ names: { en, es } }: AdminPostTag): PostTagState => ({ names: { en, es } })

function useTagEditor(edited: Edited<AdminPostTag> | null, onSaved: () => void) {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useEditor({
    path: edited ? adminNewsPaths.api.tag(edited.item.id) : adminNewsPaths.api.tags,
    schema: import.meta.env.DEV && AdminPostTag,
    edited,
    draftOf,
    empty: { names: { en: '', es: '' } },
    onSaved: ({ item }) => {
      void client.invalidateQueries({ queryKey: postTagsQuery.queryKey })
      if (edited) onSaved()
      else void navigate(adminNewsPaths.tag(item.id), { replace: true, state: { said: 'saved' } })
    },
  })
}

type TagRemovalProps = { tag: AdminPostTag; etag: string | undefined; onRemoved: () => void }

function TagRemoval({ tag, etag, onRemoved }: TagRemovalProps) {
  const t = useTranslate()
  const locale = useLocale()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { data: tags = [] } = useQuery(postTagsQuery)
  const count = tags.find(({ id }) => id === tag.id)?.post_count ?? 0
  return (
    <RemovalButton
      label={t('tags.remove')}
      title={t('tags.remove_question', { name: tag.names[locale] })}
      action={t('tags.remove_submit')}
      path={adminNewsPaths.api.tag(tag.id)}
      etag={etag}
      onRemoved={async () => {
        onRemoved()
        await client.invalidateQueries({ queryKey: postTagsQuery.queryKey })
        void navigate(adminNewsPaths.tags, { state: { said: 'removed' } })
      }}
    >
      <p>{count === 0 ? t('tags.remove_unused') : t('tags.remove_note', { count })}</p>
    </RemovalButton>
  )
}

export function TagEditor({ edited }: { edited: Edited<AdminPostTag> | null }) {
  const t = useTranslate()
  const locale = useLocale()
  const { notice, show } = useSaid(() => t('tags.saved'))
  const editor = useTagEditor(edited, () => show(t('tags.saved')))
  const { draft, set, errorOf } = editor
  const item = edited?.item
  return (
    <>
      <Link to={adminNewsPaths.tags} className="text-brand underline">
        {t('tags.back')}
      </Link>
      <h2 dir="auto" className="mt-4 text-2xl font-bold wrap-anywhere">
        {draft.names[locale] || t('tags.new')}
      </h2>
      <EditorForm
        editor={editor}
        kind="post_tag"
        item={item}
        draftOf={draftOf}
        labelOf={(way) => t(`tags.${way.replace('names.', '') as Locale}`)}
        removal={item && <TagRemoval tag={item} etag={editor.etag} onRemoved={editor.discard} />}
      >
        <div className="grid items-start gap-5 md:grid-cols-2">
          {locales.map((one) => (
            <Field
              key={one}
              label={t(`tags.${one}`)}
              lang={one}
              dir="auto"
              value={draft.names[one]}
              error={errorOf(`names.${one}`)}
              onChange={({ target }) => set({ names: { ...draft.names, [one]: target.value } })}
            />
          ))}
        </div>
      </EditorForm>
      {notice}
    </>
  )
}
