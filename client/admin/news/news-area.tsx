import { Link, useLocation } from 'react-router-dom'
import { adminNewsPaths } from '#shared/admin/news-paths.ts'
import { EntityPages } from '../entity.tsx'
import { useTranslate } from './messages.ts'
import { postConfig, PostEditor } from './post-editor.tsx'
import { AdminPostList } from './post-list.tsx'
import { postTagConfig, PostTagEditor, PostTagList } from './post-tags.tsx'

const tabs = [
  { name: 'posts', path: adminNewsPaths.news() },
  { name: 'tags', path: adminNewsPaths.tags },
] as const

function Lists({ current }: { current: (typeof tabs)[number]['name'] }) {
  const t = useTranslate()
  return (
    <>
      <nav aria-label={t('tabs.label')} className="mb-6">
        <ul className="flex flex-wrap gap-2">
          {tabs.map(({ name, path }) => (
            <li key={name}>
              <Link to={path} className="tab" aria-current={name === current ? 'page' : undefined}>
                {t(`tabs.${name}`)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {current === 'posts' ? <AdminPostList /> : <PostTagList />}
    </>
  )
}

export function NewsArea() {
  const t = useTranslate()
  const { pathname } = useLocation()
  const [first = '', second = ''] = pathname.slice(adminNewsPaths.news().length + 1).split('/')
  if (first === 'tags')
    return (
      <EntityPages
        config={postTagConfig}
        part={second}
        texts={{ gone: t('tags.not_there'), failed: t('tags.failed'), back: t('tags.back') }}
        list={<Lists current="tags" />}
        Editor={PostTagEditor}
      />
    )
  return (
    <EntityPages
      config={postConfig}
      part={first}
      texts={{ gone: t('post.gone'), failed: t('post.failed'), back: t('post.back') }}
      list={<Lists current="posts" />}
      Editor={PostEditor}
    />
  )
}
