import { Navigate, useLocation } from 'react-router-dom'
import type { LibraryNoun } from '#shared/admin/paths.ts'
import { EntityArea } from '../entity-area.tsx'
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
    ...entityTypes.map((one) => ({ to: adminRoutes.list(one), name: t(`nouns.${one}.all`), isCurrent: one === noun })),
    { to: adminRoutes.transfer, name: t('area.import'), isCurrent: !noun },
  ]
  return (
    <>
      <Tabs label={t('area.parts')} tabs={tabs} />
      {noun ? <Items key={`${noun}/${part}`} noun={noun} part={part} /> : <ImportExportPage />}
    </>
  )
}
