import { adminNewsPaths } from '#shared/admin/news-paths.ts'
import { AdminPost, postLanguages } from '#shared/admin/posts.ts'
import type { AdminPostRow, PostState } from '#shared/admin/posts.ts'
import { blogPaths } from '#shared/blog/paths.ts'
import { locales } from '#shared/locale.ts'
import { choiceParam, searchParam } from '#shared/query-params.ts'
import { slugOf } from '#shared/slugs.ts'
import { useDateTimeFormat } from '../../app/format/dates.ts'
import { useLocale } from '../../app/i18n.tsx'
import { useSite } from '../../app/site.ts'
import { EntityArea } from '../entity-area.tsx'
import { useLabels } from '../entity-editor.tsx'
import type { Entity } from '../entity-editor.tsx'
import { EntityRows, ListPage } from '../entity-list.tsx'
import { FilterForm, useFilters } from '../filter-form.tsx'
import { usePagedList } from '../list.tsx'
import { PictureField } from '../picture-field.tsx'
import { useTranslate } from './messages.ts'
import { adminPostsQuery, postsKey } from './news.queries.ts'
import { PostTextFields } from './post-text-fields.tsx'
import { PublishPanel } from './publish-panel.tsx'
import { TagsField } from './tags-field.tsx'

type Posts = Entity<AdminPost, PostState>
const textNames = ['title', 'excerpt', 'cover_alt', 'body'] as const

type CoverFieldProps = {
  draft: PostState
  saved: AdminPost['cover']
  error: string | undefined
  onChange: (cover_hash: string | null) => void
}

function CoverField({ draft, saved, error, onChange }: CoverFieldProps) {
  const t = useTranslate()
  return (
    <PictureField
      label={t('field.cover_hash')}
      hash={draft.cover_hash}
      saved={saved}
      error={error}
      texts={{
        upload: t('cover.upload'),
        replace: t('cover.replace'),
        remove: t('cover.remove'),
        uploading: t('cover.uploading'),
        failed: t('cover.failed'),
        hint: t('cover.hint'),
      }}
      onChange={onChange}
      render={(url) => (
        <div className="mt-2 max-w-sm overflow-hidden rounded-xl">
          <img className="post-cover" src={url} alt="" width={1200} height={630} />
        </div>
      )}
    />
  )
}

function SlugHint({ draft, saved }: { draft: PostState; saved: AdminPost | undefined }) {
  const t = useTranslate()
  return (
    <>
      {t('field.slug_hint', { slug: draft.slug })}
      {saved?.status === 'published' && saved.slug !== draft.slug && (
        <strong className="block">{t('field.slug_warning')}</strong>
      )}
    </>
  )
}

function usePostFields(): Posts['fields'] {
  const t = useTranslate()
  const site = useSite()
  return [
    {
      path: 'slug',
      kind: 'slug',
      label: t('field.slug'),
      hint: (draft, saved) => <SlugHint draft={draft} saved={saved} />,
      slugSource: ({ texts: { en, es } }) => slugOf(en.title) || slugOf(es.title),
      isHalf: true,
    },
    { path: 'author_name', kind: 'line', label: t('field.author_name'), initial: site.name, isHalf: true },
    {
      path: 'cover_hash',
      kind: 'custom',
      label: t('field.cover_hash'),
      read: ({ cover }) => cover?.hash ?? null,
      render: ({ draft, set, errorOf }, item) => (
        <CoverField
          draft={draft}
          saved={item?.cover ?? null}
          error={errorOf('cover_hash')}
          onChange={(cover_hash) => set({ cover_hash })}
        />
      ),
    },
    {
      path: 'tag_ids',
      kind: 'custom',
      label: t('field.tag_ids'),
      initial: [],
      render: ({ draft, set, errorOf }) => (
        <TagsField ids={draft.tag_ids} error={errorOf('tag_ids')} onChange={(tag_ids) => set({ tag_ids })} />
      ),
    },
    { path: 'is_featured', kind: 'checkbox', label: t('field.is_featured') },
    { path: 'status', kind: 'hidden', label: t('field.status'), initial: 'draft', isRestored: false },
    { path: 'published_at', kind: 'hidden', label: t('field.published_at'), isRestored: false },
    ...textNames.map((name) => ({
      path: `texts.*.${name}` as const,
      kind: 'hidden' as const,
      label: t(`field.${name}`),
      initial: '',
    })),
  ]
}

function usePosts(): Posts {
  const t = useTranslate()
  const locale = useLocale()
  const fields = usePostFields()
  const labelOf = useLabels({ fields })
  return {
    kind: 'post',
    schema: import.meta.env.DEV && AdminPost,
    api: { list: adminNewsPaths.api.posts(), item: adminNewsPaths.api.post },
    pages: { list: adminNewsPaths.news(), item: adminNewsPaths.post },
    keys: [postsKey],
    fields,
    labelOf: (path) => (/^cover\b/.test(path) ? t('field.cover_hash') : undefined),
    title: ({ texts: { en, es } }) => (locale === 'es' ? es.title || en.title : en.title || es.title) || t('list.add'),
    savedText: ({ status }, before) => {
      if (status === (before?.status ?? 'draft')) return undefined
      return t(`post.${status === 'draft' ? 'unpublished' : status}`)
    },
    publicPath: ({ slug }) => blogPaths.preview(slug),
    removal: ({ status }) => status === 'draft' && { note: t('post.remove_note') },
    above: (editor) => <PostTextFields editor={editor} />,
    foot: ({ draft, isBusy, errorOf, save }) => (
      <PublishPanel key={draft.status} error={errorOf('published_at')} {...{ draft, isBusy, save, labelOf }} />
    ),
  }
}

const statuses = ['draft', 'scheduled', 'published'] as const
const filterSchema = { q: searchParam, status: choiceParam(statuses), language: choiceParam(postLanguages) }

function Filters({ filters, choose }: ReturnType<typeof useFilters<typeof filterSchema>>) {
  const t = useTranslate()
  return (
    <FilterForm
      filters={filters}
      choose={choose}
      fields={[{ name: 'q', label: t('list.search') }]}
      choices={[
        {
          name: 'status',
          label: t('field.status'),
          options: statuses.map((value) => ({ value, name: t(`status.${value}`) })),
        },
        {
          name: 'language',
          label: t('list.language'),
          options: postLanguages.map((value) => ({ value, name: t(`list.languages.${value}`) })),
        },
      ]}
    />
  )
}

function Cover({ url }: { url: string | null }) {
  const className = 'hidden w-28 shrink-0 rounded-lg sm:block aspect-40/21'
  if (url === null) return <span className={`${className} bg-brand-soft`} />
  return <img src={url} alt="" loading="lazy" className={`${className} object-cover`} />
}

function PostList() {
  const t = useTranslate()
  const locale = useLocale()
  const moment = useDateTimeFormat()
  const { filters, choose } = useFilters(filterSchema)
  const { rows, isError, list, more } = usePagedList(adminPostsQuery(filters))
  const row = ({ id, titles, status, published_at, updated_at, is_featured, cover_url }: AdminPostRow) => ({
    to: adminNewsPaths.post(id),
    name: titles[locale] || titles.en || titles.es || t('list.untitled'),
    state: t(`status.${status}`),
    notes: [
      status !== 'draft' && published_at && moment(published_at),
      locales
        .filter((one) => titles[one] !== null)
        .map((one) => t(`locale.${one}`))
        .join(' · '),
      is_featured && t('list.featured'),
      t('list.changed', { date: moment(updated_at) }),
    ],
    before: <Cover url={cover_url} />,
  })
  return (
    <ListPage
      add={{ to: adminNewsPaths.newPost, label: t('list.add') }}
      above={<Filters filters={filters} choose={choose} />}
      below={more}
    >
      {() => <EntityRows label={t('tabs.posts')} empty={t('list.empty')} {...{ rows, isError, row, list }} />}
    </ListPage>
  )
}

export const PostArea = ({ part }: { part: string }) => (
  <EntityArea entity={usePosts()} part={part} list={<PostList />} />
)
