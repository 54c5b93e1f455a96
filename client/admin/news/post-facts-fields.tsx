import type { AdminPost, PostState } from '#shared/admin/posts.ts'
import { Field } from '../../ui/field.tsx'
import { PictureField } from '../picture-field.tsx'
import { useTranslate } from './messages.ts'
import { TagsField } from './tags-field.tsx'

type PostFactsFieldsProps = {
  draft: PostState
  saved: AdminPost | null
  errorOf: (name: string) => string | undefined
  onChange: (changes: Partial<PostState>) => void
}

export function PostFactsFields({ draft, saved, errorOf, onChange }: PostFactsFieldsProps) {
  const t = useTranslate()
  const isMoved = saved?.status === 'published' && saved.slug !== draft.slug
  return (
    <section aria-label={t('post.facts')} className="grid gap-5">
      <h3 className="text-lg font-bold">{t('post.facts')}</h3>
      <div className="grid items-start gap-5 md:grid-cols-2">
        <Field
          label={t('field.slug')}
          value={draft.slug}
          spellCheck={false}
          autoCapitalize="none"
          error={errorOf('slug')}
          hint={
            <>
              {t('field.slug_hint', { slug: draft.slug })}
              {isMoved && <strong className="block">{t('field.slug_warning')}</strong>}
            </>
          }
          onChange={({ target }) => onChange({ slug: target.value })}
        />
        <Field
          label={t('field.author_name')}
          value={draft.author_name}
          error={errorOf('author_name')}
          onChange={({ target }) => onChange({ author_name: target.value })}
        />
      </div>
      <PictureField
        label={t('field.cover_hash')}
        hash={draft.cover_hash}
        saved={saved?.cover ?? null}
        error={errorOf('cover_hash')}
        texts={{
          upload: t('cover.upload'),
          replace: t('cover.replace'),
          remove: t('cover.remove'),
          uploading: t('cover.uploading'),
          failed: t('cover.failed'),
          hint: t('cover.hint'),
        }}
        onChange={(cover_hash) => onChange({ cover_hash })}
        render={(url) => (
          <div className="mt-2 max-w-sm overflow-hidden rounded-xl">
            <img className="post-cover" src={url} alt="" width={1200} height={630} />
          </div>
        )}
      />
      <TagsField ids={draft.tag_ids} error={errorOf('tag_ids')} onChange={(tag_ids) => onChange({ tag_ids })} />
      <label className="flex min-h-6 items-center gap-3">
        <input
          type="checkbox"
          checked={draft.is_featured}
          onChange={({ target }) => onChange({ is_featured: target.checked })}
        />
        {t('field.is_featured')}
      </label>
    </section>
  )
}
