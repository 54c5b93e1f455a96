import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { hueOf } from '#shared/library/groups.ts'
import { paths, withQuery } from '#shared/paths.ts'
import { PipelinesQuery } from '#shared/library/pipelines.ts'
import type { PipelineCard } from '#shared/library/pipelines.ts'
import { CountedTabs } from '../app/lists/counted-tabs.tsx'
import { breadcrumbList, Head } from '../app/head.tsx'
import { useLocale } from '../app/i18n.tsx'
import { usePageQuery } from '../app/page-query.ts'
import type { Loader } from '../app/page-module.ts'
import { useSite } from '../app/site.ts'
import { ItemLink } from '../dialogs/item-link.tsx'
import { FreeToggle, useFreeFilter } from '../library/free-toggle.tsx'
import { Breadcrumb } from '../library/item-header.tsx'
import { GroupMark } from '../ui/group-mark.tsx'
import { SearchBox } from '../search/search-box.tsx'
import { findPipelines } from '../search/find-pipelines.ts'
import { ItemTier } from '../search/item-lock.tsx'
import { groupCards } from '../search/group-cards.ts'
import { useTranslate } from './messages.ts'
import { pipelineListQuery } from '../search/pipelines.queries.ts'

export const load: Loader = ({ query }) => query(pipelineListQuery)

function PipelineRow({ pipeline }: { pipeline: PipelineCard }) {
  const t = useTranslate()
  return (
    <li className="pipeline-row">
      <div>
        <div className="row-head">
          <h3>
            <ItemLink item={pipeline} to={paths.pipeline(pipeline.slug)} className="card-link" dir="auto">
              {pipeline.title}
            </ItemLink>
          </h3>
          <ItemTier item={pipeline} />
        </div>
        <p className="mt-1 text-sm text-muted" dir="auto">
          {pipeline.short_description}
        </p>
      </div>
      <ol className="run" aria-label={t('pipelines.steps')}>
        {pipeline.prompts.map(({ title }, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- a prompt may stand in two steps
          <li key={at} dir="auto">
            {title}
          </li>
        ))}
      </ol>
    </li>
  )
}

type GroupsProps = { groups: ReturnType<typeof groupCards<PipelineCard>>; address: string }

function PipelineGroups({ groups, address }: GroupsProps) {
  const t = useTranslate()
  return (
    <>
      {groups.length > 1 && (
        <CountedTabs
          label={t('pipelines.groups')}
          tabs={groups.map(({ slug, name, cards }) => ({
            slug,
            name,
            count: cards.length,
            to: `${address}#group-${slug}`,
          }))}
          countText={(count) => t('pipelines.count', { count })}
          className="mt-4"
          replace
        />
      )}
      {groups.map(({ slug, name, cards }) => (
        <section key={slug} aria-labelledby={`group-${slug}`} className="mt-8" data-group={hueOf(slug)}>
          <h2 id={`group-${slug}`} className="group-name scroll-mt-20 text-xl" dir="auto">
            <GroupMark slug={slug} />
            {name}
          </h2>
          <ul className="rows rows-1 mt-3">
            {cards.map((pipeline) => (
              <PipelineRow key={pipeline.id} pipeline={pipeline} />
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

export function PipelinesPage() {
  const t = useTranslate()
  const site = useSite()
  const locale = useLocale()
  const { q = '' } = usePageQuery(PipelinesQuery)
  const free = useFreeFilter()
  const [typed, setTyped] = useState(q)
  const address = withQuery(paths.pipelines, { q, free: free ? '1' : '' })
  const { data } = useSuspenseQuery(pipelineListQuery)
  const listed = data.results.filter(({ required_tier }) => !free || required_tier === 0)
  const words = typed.trim()
  const found = findPipelines(listed, words)
  const groups = groupCards(found, locale)
  const steps = [
    { name: t('common.library'), path: paths.library },
    { name: t('pipelines.title'), path: paths.pipelines },
  ]
  return (
    <main className="frame py-8">
      <Head
        title={t('pipelines.title')}
        description={t('pipelines.description')}
        jsonLd={[breadcrumbList(site, steps)]}
      />
      <Breadcrumb steps={steps} />
      <h1 className="text-3xl font-bold">{t('pipelines.title')}</h1>
      <p className="mt-2 max-w-prose text-pretty text-muted">{t('pipelines.description')}</p>
      <div className="mt-6 grid items-center gap-x-6 gap-y-3 md:grid-cols-[minmax(0,32rem)_auto] md:justify-start">
        <SearchBox
          label={t('pipelines.search')}
          typed={typed}
          onType={setTyped}
          placeholder={t('pipelines.placeholder')}
          otherParams={{ free: free ? '1' : '' }}
        />
        <FreeToggle otherParams={{ q: typed }} />
      </div>
      <output className="sr-only">{words && t('pipelines.matches', { count: found.length })}</output>
      {found.length === 0 && (
        <p className="mt-6 text-muted">
          {t(words ? 'common.nothing_found' : free ? 'pipelines.none_free' : 'pipelines.none')}
        </p>
      )}
      <PipelineGroups groups={groups} address={address} />
    </main>
  )
}
