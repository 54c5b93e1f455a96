import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { adminSitePaths } from '#shared/admin/site-paths.ts'
import type { AdminLandingSection } from '#shared/site/landing.ts'
import { EntityPages } from '../entity.tsx'
import { ListState } from '../list.tsx'
import { useTranslate as useAdminMessages } from '../messages.ts'
import { OrderedRows, useMoveRow } from '../ordered-rows.tsx'
import { useFlashMessage } from '../use-flash-message.ts'
import { adminLandingQuery, landingConfig } from './content.ts'
import { LandingEditor } from './landing-editor.tsx'
import { useTranslate } from './messages.ts'

function stateOf({ is_shown, is_published, texts, prompts }: AdminLandingSection) {
  if (!is_shown) return 'hidden'
  if (!texts && prompts.length === 0) return 'shipped'
  return is_published ? 'own' : 'draft'
}

function SectionRow({ section }: { section: AdminLandingSection }) {
  const t = useTranslate()
  return (
    <div className="min-w-0 flex-1">
      <Link
        to={landingConfig.pages.item(section.id)}
        className="font-semibold after:absolute after:inset-0 hover:text-brand"
      >
        {t(`landing.sections.${section.name}`)}
      </Link>
      <p className="mt-0.5 text-sm text-muted">{t(`landing.states.${stateOf(section)}`)}</p>
    </div>
  )
}

function SectionList() {
  const t = useTranslate()
  const tAdmin = useAdminMessages()
  const client = useQueryClient()
  const { notice, show } = useFlashMessage(() => '')
  const { data, isError } = useQuery(adminLandingQuery)
  const hero = data?.find(({ name }) => name === 'hero')
  const rows = data?.filter((section) => section !== hero)
  const nameOf = ({ name }: AdminLandingSection) => t(`landing.sections.${name}`)
  const { isMoving, move } = useMoveRow({
    rows,
    pathOf: ({ id }) => adminSitePaths.api.contentMove('landing', id),
    nameOf,
    onMoved: (moved) => client.setQueryData(adminLandingQuery.queryKey, [...(hero ? [hero] : []), ...moved]),
    onSettled: () => {
      for (const queryKey of landingConfig.keys) void client.invalidateQueries({ queryKey })
    },
    show,
  })
  return (
    <>
      <p className="max-w-prose text-muted">{t('landing.note')}</p>
      <div className="max-w-3xl">
        <p className="mt-4 text-sm text-muted">{tAdmin('order.note')}</p>
        {hero && (
          <div className="card relative mt-4 flex items-center p-3">
            <SectionRow section={hero} />
          </div>
        )}
        <ListState rows={rows} isError={isError} failed={t('content.failed')} empty={t('content.failed')}>
          {(listed) => (
            <OrderedRows
              label={t('tabs.landing')}
              {...{ nameOf, isMoving, move }}
              rows={listed}
              render={(section, arrows) => (
                <div className="card relative flex items-center gap-3 p-3">
                  <SectionRow section={section} />
                  {arrows}
                </div>
              )}
            />
          )}
        </ListState>
      </div>
      {notice}
    </>
  )
}

export function LandingSections({ part }: { part: string }) {
  const t = useTranslate()
  const texts = { gone: t('content.gone'), back: t('landing.back') }
  return <EntityPages config={landingConfig} {...{ part, texts }} list={<SectionList />} Editor={LandingEditor} />
}
