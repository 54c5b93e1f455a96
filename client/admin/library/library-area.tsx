import { useCallback } from 'react'
import type { ComponentProps } from 'react'
import { Link, Navigate, useLocation } from 'react-router-dom'
import type { LibraryNoun } from '#shared/admin/paths.ts'
import { EntityPages } from '../entity.tsx'
import { editorConfigOf } from './editor-config.ts'
import { ItemEditor } from './item-editor.tsx'
import { ItemList } from './item-list.tsx'
import { useTranslate } from './messages.ts'
import { adminRoutes, entityTypes } from './admin-routes.ts'
import { ImportExportPage } from './import-export.tsx'

function Parts({ current }: { current: string }) {
  const t = useTranslate()
  return (
    <nav aria-label={t('area.parts')} className="mb-6">
      <ul className="flex flex-wrap gap-2">
        {entityTypes.map((noun) => (
          <li key={noun}>
            <Link to={adminRoutes.list(noun)} className="tab" aria-current={current === noun ? 'page' : undefined}>
              {t(`nouns.${noun}.all`)}
            </Link>
          </li>
        ))}
        <li>
          <Link to={adminRoutes.transfer} className="tab" aria-current={current === 'import' ? 'page' : undefined}>
            {t('area.import')}
          </Link>
        </li>
      </ul>
    </nav>
  )
}

function Pages({ noun, part }: { noun: LibraryNoun; part: string }) {
  const t = useTranslate()
  const texts = { gone: t('item.gone'), failed: t('item.failed'), back: t(`nouns.${noun}.all`) }
  const Editor = useCallback(
    (props: Omit<ComponentProps<typeof ItemEditor>, 'noun'>) => <ItemEditor noun={noun} {...props} />,
    [noun],
  )
  return <EntityPages config={editorConfigOf(noun)} {...{ part, texts, Editor }} list={<ItemList noun={noun} />} />
}

export function LibraryArea() {
  const { pathname } = useLocation()
  const [first = '', part = ''] = pathname.slice(adminRoutes.root.length + 1).split('/')
  const noun = entityTypes.find((one) => one === first)
  if (!noun && first !== 'import') return <Navigate to={adminRoutes.list('prompts')} replace />
  return (
    <>
      <Parts current={first} />
      {noun ? <Pages key={noun} noun={noun} part={part} /> : <ImportExportPage />}
    </>
  )
}
