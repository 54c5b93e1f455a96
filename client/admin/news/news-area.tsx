import { useLocation } from 'react-router-dom'
import { adminNewsPaths } from '#shared/admin/news-paths.ts'
import { Tabs } from '../tabs.tsx'
import { useTranslate } from './messages.ts'
import { PostTagArea } from './post-tags.tsx'
import { PostArea } from './posts.tsx'

export function NewsArea() {
  const t = useTranslate()
  const { pathname } = useLocation()
  const [first = '', second = ''] = pathname.slice(adminNewsPaths.news().length + 1).split('/')
  const isTags = first === 'tags'
  const part = isTags ? second : first
  const tabs = [
    { to: adminNewsPaths.news(), name: t('tabs.posts'), isCurrent: !isTags },
    { to: adminNewsPaths.tags, name: t('tabs.tags'), isCurrent: isTags },
  ]
  return (
    <>
      {part === '' && <Tabs label={t('tabs.label')} tabs={tabs} />}
      {isTags ? <PostTagArea part={part} /> : <PostArea part={part} />}
    </>
  )
}
