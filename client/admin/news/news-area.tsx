import { useLocation } from 'react-router-dom'
import { adminNewsPaths } from '#shared/admin/news-paths.ts'
import { EntityPages } from '../entity.tsx'
import { Tabs } from '../tabs.tsx'
import { useTranslate } from './messages.ts'
import { postConfig, PostEditor } from './post-editor.tsx'
import { AdminPostList } from './post-list.tsx'
import { postTagConfig, PostTagEditor, PostTagList } from './post-tags.tsx'

function Lists({ current }: { current: 'posts' | 'tags' }) {
  const t = useTranslate()
  const paths = { posts: adminNewsPaths.news(), tags: adminNewsPaths.tags }
  const tabs = (['posts', 'tags'] as const).map((name) => ({
    to: paths[name],
    name: t(`tabs.${name}`),
    isCurrent: name === current,
  }))
  return (
    <>
      <Tabs label={t('tabs.label')} tabs={tabs} />
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
