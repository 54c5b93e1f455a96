import { useSuspenseQuery } from '@tanstack/react-query'
import { hueOf } from '#shared/library/groups.ts'
import { paths } from '#shared/paths.ts'
import type { Pipeline, PipelineCard } from '#shared/library/pipelines.ts'
import { Link } from '../app/link.tsx'
import { breadcrumbList, Head } from '../app/head.tsx'
import type { Loader } from '../app/page-module.ts'
import { useSite } from '../app/site.ts'
import { LockedView } from '../library/locked-view.tsx'
import { useTranslate as useLibraryTranslate } from '../library/messages.ts'
import { ItemHeader } from '../library/item-header.tsx'
import { useLock } from '../library/use-lock.ts'
import { ItemTier } from '../search/item-lock.tsx'
import { GroupMark } from '../ui/group-mark.tsx'
import { useParam } from '../ui/use-param.ts'
import { useTranslate } from './messages.ts'
import { PipelineStep } from './pipeline-step.tsx'
import { pipelineQuery } from '../search/pipelines.queries.ts'
import { usePipelineProgress } from './use-pipeline-progress.ts'
import { ProgressOverview } from './progress-overview.tsx'

export const load: Loader = ({ params, query }) => query(pipelineQuery(params.slug ?? ''))

/** Structured data of a pipeline. A locked pipeline has them too, since the titles of its steps are public. */
function howTo({ url }: { url: string }, { title, short_description, prompts, content_locale }: PipelineCard) {
  return {
    '@context': 'https://schema.org',
    '@type': 'HowTo',
    name: title,
    description: short_description,
    inLanguage: content_locale,
    step: prompts.map((prompt, at) => ({
      '@type': 'HowToStep',
      position: at + 1,
      name: prompt.title,
      url: url + paths.prompt(prompt.slug),
    })),
  }
}

function HowToUse({ text }: { text: string }) {
  const t = useTranslate()
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  if (lines.length === 0) return null
  return (
    <section className="mt-6">
      <h2 className="text-lg font-bold">{t('pipeline.how_to_use')}</h2>
      <ul className="note-lines">
        {lines.map((line) => (
          <li key={line} dir="auto">
            {line}
          </li>
        ))}
      </ul>
    </section>
  )
}

function OpenPipeline({ pipeline }: { pipeline: Pipeline }) {
  const t = useTranslate()
  const progress = usePipelineProgress(pipeline)
  return (
    <>
      <ProgressOverview progress={progress} />
      <ol className="pipeline-steps" aria-label={t('pipelines.steps')}>
        {progress.steps.map((step, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- a prompt may stand in two steps
          <PipelineStep key={at} step={step} at={at} progress={progress} locale={pipeline.content_locale} />
        ))}
      </ol>
    </>
  )
}

function StepTitles({ prompts }: Pick<PipelineCard, 'prompts'>) {
  const t = useTranslate()
  return (
    <section className="mt-6">
      <h2 className="text-lg font-bold">{t('pipelines.steps')}</h2>
      <ol className="run mt-4">
        {prompts.map(({ slug, title }, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- a prompt may stand in two steps
          <li key={at}>
            <Link to={paths.prompt(slug)}>
              <bdi>{title}</bdi>
            </Link>
          </li>
        ))}
      </ol>
    </section>
  )
}

export function PipelinePage() {
  const t = useTranslate()
  const tLibrary = useLibraryTranslate()
  const site = useSite()
  const query = pipelineQuery(useParam('slug'))
  const { data: opened } = useSuspenseQuery(query)
  const lock = useLock(query, opened)
  const pipeline = opened.item
  const steps = [
    { name: t('common.library'), path: paths.library },
    { name: t('pipelines.title'), path: paths.pipelines },
    { name: pipeline.title, path: paths.pipeline(pipeline.slug) },
  ]
  return (
    <main className={`frame py-6 ${opened.locked ? '' : 'pipeline-page'}`} data-group={hueOf(pipeline.functional.slug)}>
      <Head
        title={pipeline.title}
        description={pipeline.short_description}
        address={paths.pipeline(pipeline.slug)}
        jsonLd={[breadcrumbList(site, steps), howTo(site, pipeline)]}
      />
      <div className="pipeline-head">
        <ItemHeader steps={steps} item={pipeline} />
        <p className="item-facts">
          <span className="group-name">
            <GroupMark slug={pipeline.functional.slug} /> <bdi>{pipeline.functional.name}</bdi>
          </span>
          <span>{t('pipelines.step_count', { count: pipeline.prompts.length })}</span>
          <ItemTier item={pipeline} />
        </p>
        {!opened.locked && <HowToUse text={opened.item.how_to_use} />}
      </div>
      {opened.locked ? (
        <>
          <StepTitles prompts={pipeline.prompts} />
          <LockedView item={pipeline} title={tLibrary('locked.content')} lock={lock}>
            {null}
          </LockedView>
        </>
      ) : (
        <OpenPipeline pipeline={opened.item} />
      )}
    </main>
  )
}
