import { useQuery } from '@tanstack/react-query'
import { adminNewsPaths } from '#shared/admin/news-paths.ts'
import { AdminPostTag } from '#shared/admin/posts.ts'
import type { AdminPostTagRow, PostTagState } from '#shared/admin/posts.ts'
import { useLocale } from '../../app/i18n.tsx'
import { EntityArea } from '../entity-area.tsx'
import type { Entity } from '../entity-editor.tsx'
import { useTranslate } from './messages.ts'
import { adminPostTagsQuery } from './news.queries.ts'

function usePostTags(): Entity<AdminPostTag, PostTagState, AdminPostTagRow> {
  const t = useTranslate()
  const locale = useLocale()
  const { data: tags = [] } = useQuery(adminPostTagsQuery)
  const countOf = (tag: AdminPostTag) => tags.find(({ id }) => id === tag.id)?.post_count ?? 0
  return {
    kind: 'post_tag',
    schema: import.meta.env.DEV && AdminPostTag,
    api: { list: adminNewsPaths.api.tags, item: adminNewsPaths.api.tag },
    pages: { list: adminNewsPaths.tags, item: adminNewsPaths.tag },
    keys: [adminPostTagsQuery.queryKey],
    fields: [{ path: 'names.*', kind: 'line', label: t('tags.name') }],
    title: ({ names }) => names[locale] || t('tags.new'),
    removal: (tag) => ({
      title: t('tags.remove_question', { name: tag.names[locale] }),
      note: countOf(tag) === 0 ? t('tags.remove_unused') : t('tags.remove_note', { count: countOf(tag) }),
    }),
    listing: {
      query: adminPostTagsQuery,
      note: t('tags.note'),
      label: t('tabs.tags'),
      add: t('tags.new'),
      empty: t('tags.none'),
      row: ({ names, slug, post_count }) => ({
        name: names[locale],
        notes: [`/blog?tag=${slug}`, t('tags.posts', { count: post_count })],
      }),
    },
  }
}

export const PostTagArea = ({ part }: { part: string }) => <EntityArea entity={usePostTags()} part={part} />
