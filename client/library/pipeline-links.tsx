import { useQuery } from '@tanstack/react-query'
import { paths } from '#shared/paths.ts'
import { Link } from '../app/link.tsx'
import { ItemLink } from '../dialogs/item-link.tsx'
import { ItemTier } from '../search/item-lock.tsx'
import { firstPipelinesQuery } from './library.queries.ts'
import { useTranslate } from './messages.ts'

const maxShownPipelines = 3

/** Title with a link to all pipelines, and the first ones. */
export function PipelineLinks({ free }: { free: boolean }) {
  const t = useTranslate()
  const { data } = useQuery(firstPipelinesQuery)
  const shown = (data?.results ?? []).filter(({ required_tier }) => !free || required_tier === 0)
  return (
    <section aria-labelledby="pipelines">
      <h2 id="pipelines">
        <Link to={paths.pipelines} className="quiet-link">
          {t('library.pipelines')}
        </Link>
      </h2>
      <ul className="rows rows-1">
        {shown.slice(0, maxShownPipelines).map((pipeline) => (
          <li key={pipeline.slug}>
            <h3 className="text-sm leading-snug font-semibold">
              <ItemLink item={pipeline} to={paths.pipeline(pipeline.slug)} className="card-link" dir="auto">
                {pipeline.title}
              </ItemLink>
            </h3>
            <p className="steps">
              {pipeline.prompts.map(({ slug }, at) => (
                // oxlint-disable-next-line react/no-array-index-key -- a prompt may stand in two steps
                <i key={`${slug} ${at}`} />
              ))}
              {t('library.steps', { count: pipeline.prompts.length })} <ItemTier item={pipeline} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
