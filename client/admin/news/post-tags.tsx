import { useQuery } from '@tanstack/react-query'
import { adminNewsPaths } from '#shared/admin/news-paths.ts'
import { AdminPostTag } from '#shared/admin/posts.ts'
import type { PostTagState } from '#shared/admin/posts.ts'
import { locales } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { useLocale } from '../../app/i18n.tsx'
import { Field } from '../../ui/field.tsx'
import type { ItemWithEtag } from '../item-with-etag.ts'
import { EntityForm } from '../editor-form.tsx'
import { useEntityEditor } from '../entity.tsx'
import type { EntityConfig } from '../entity.tsx'
import { CardList } from '../list.tsx'
import { useFlashMessage } from '../use-flash-message.ts'
import { useTranslate } from './messages.ts'
import { adminPostTagsQuery } from './news.queries.ts'

export const postTagConfig: EntityConfig<AdminPostTag, PostTagState> = {
  kind: 'post_tag',
  schema: import.meta.env.DEV && AdminPostTag,
  api: { list: adminNewsPaths.api.tags, item: adminNewsPaths.api.tag },
  pages: { list: adminNewsPaths.tags, item: adminNewsPaths.tag },
  keys: [adminPostTagsQuery.queryKey],
  draftOf: ({ names: { en, es } }) => ({ names: { en, es } }),
}

export function PostTagEditor({ edited }: { edited: ItemWithEtag<AdminPostTag> | null }) {
  const t = useTranslate()
  const locale = useLocale()
  const { data: tags = [] } = useQuery(adminPostTagsQuery)
  const editor = useEntityEditor(postTagConfig, {
    edited,
    empty: { names: { en: '', es: '' } },
    textOf: () => t('tags.saved'),
  })
  const { draft, set, errorOf, item } = editor
  const count = tags.find(({ id }) => id === item?.id)?.post_count ?? 0
  return (
    <EntityForm
      editor={editor}
      back={t('tags.back')}
      title={draft.names[locale] || t('tags.new')}
      labelOf={(path) => t(`tags.${path.replace('names.', '') as Locale}`)}
      removal={
        item && {
          label: t('tags.remove'),
          title: t('tags.remove_question', { name: item.names[locale] }),
          action: t('tags.remove_submit'),
          note: <p>{count === 0 ? t('tags.remove_unused') : t('tags.remove_note', { count })}</p>,
        }
      }
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
    </EntityForm>
  )
}

export function PostTagList() {
  const t = useTranslate()
  const locale = useLocale()
  const { notice } = useFlashMessage(() => t('tags.removed'))
  const { data: rows, isError } = useQuery(adminPostTagsQuery)
  return (
    <CardList
      note={t('tags.note')}
      add={{ to: adminNewsPaths.newTag, label: t('tags.new') }}
      label={t('tags.results')}
      failed={t('tags.failed')}
      empty={t('tags.none')}
      card={({ id, names, slug, post_count }) => ({
        to: adminNewsPaths.tag(id),
        name: names[locale],
        note: `/blog?tag=${slug}`,
        aside: t('tags.posts', { count: post_count }),
      })}
      {...{ rows, isError, notice }}
    />
  )
}
