import { Navigate, useLocation } from 'react-router-dom'
import type { LibraryNoun } from '#shared/admin/paths.ts'
import { EntityArea } from '../entity-editor.tsx'
import { Tabs } from '../tabs.tsx'
import { adminRoutes, entityTypes } from './admin-routes.ts'
import { ImportExportPage } from './import-export.tsx'
import { ItemList } from './item-list.tsx'
import { useLibraryEntity } from './library-entity.tsx'
import { useTranslate } from './messages.ts'

function Items({ noun, part }: { noun: LibraryNoun; part: string }) {
  return <EntityArea entity={useLibraryEntity(noun, part !== '')} part={part} list={<ItemList noun={noun} />} />
}

export function LibraryArea() {
  const t = useTranslate()
  const { pathname } = useLocation()
  const [first = '', part = ''] = pathname.slice(adminRoutes.root.length + 1).split('/')
  const noun = entityTypes.find((one) => one === first)
  if (!noun && first !== 'import') return <Navigate to={adminRoutes.list('prompts')} replace />
  const tabs = [
    ...entityTypes.map((one) => ({ path: adminRoutes.list(one), name: t(`nouns.${one}.all`) })),
    { path: adminRoutes.transfer, name: t('area.import') },
  ]
  return (
    <>
      <Tabs label={t('area.parts')} tabs={tabs} current={noun ? adminRoutes.list(noun) : adminRoutes.transfer} />
      {noun ? <Items key={`${noun}/${part}`} noun={noun} part={part} /> : <ImportExportPage />}
    </>
  )
}
