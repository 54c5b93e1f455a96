import { useQuery } from '@tanstack/react-query'
import type { AdminLandingSection } from '#shared/site/landing.ts'
import { EntityArea } from '../entity-area.tsx'
import { EntityRow, EntityRows, ListPage } from '../entity-list.tsx'
import { contentPaths } from './content.tsx'
import { adminLandingQuery, useLanding } from './landing-editor.tsx'
import { useTranslate } from './messages.ts'

function stateOf({ is_shown, is_published, texts, prompts }: AdminLandingSection) {
  if (!is_shown) return 'hidden'
  if (!texts && prompts.length === 0) return 'shipped'
  return is_published ? 'own' : 'draft'
}

function SectionList({ entity: { pages, keys } }: { entity: ReturnType<typeof useLanding> }) {
  const t = useTranslate()
  const { data, isError } = useQuery(adminLandingQuery)
  const hero = data?.find(({ name }) => name === 'hero')
  const row = (section: AdminLandingSection) => ({
    to: pages.item(section.id),
    name: t(`landing.sections.${section.name}`),
    notes: [t(`landing.states.${stateOf(section)}`)],
  })
  return (
    <ListPage note={t('landing.note')} isOrdered>
      {(show) => (
        <div className="mt-4 max-w-3xl">
          {hero && <EntityRow {...row(hero)} />}
          <EntityRows
            rows={data?.filter((section) => section !== hero)}
            label={t('tabs.landing')}
            empty=""
            {...{ isError, row }}
            order={{ listKey: adminLandingQuery.queryKey, keys, pathOf: contentPaths('landing').movePath, show }}
          />
        </div>
      )}
    </ListPage>
  )
}

export function LandingArea({ part }: { part: string }) {
  const entity = useLanding()
  return <EntityArea {...{ entity, part }} list={<SectionList entity={entity} />} />
}
