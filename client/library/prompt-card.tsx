import type { ReactNode } from 'react'
import type { PromptCard as PromptCardData } from '#shared/library/schema.ts'
import { paths } from '#shared/paths.ts'
import { ItemLink } from '../dialogs/item-link.tsx'
import { ItemTier } from '../search/item-lock.tsx'
import { MyPromptMark } from '../saved/my-mark.tsx'
import { GroupMark } from '../ui/group-mark.tsx'
import { useTranslate } from './messages.ts'
import { PromptInputs } from './prompt-inputs.tsx'
import { Rating } from './rating.tsx'

const maxNamedModels = 2

function PromptTags({ prompt, topic }: Pick<PromptCardProps, 'prompt' | 'topic'>) {
  const t = useTranslate()
  const models = prompt.models.map(({ name }) => name)
  const names = models.join(', ')
  return (
    <ul className="row-facts" aria-label={t('prompt.tags')}>
      {topic && (
        <li className={topic.slug && 'group-name'} dir="auto">
          {topic.slug && <GroupMark slug={topic.slug} className="size-4" />}
          {topic.name}
        </li>
      )}
      <li className="length" data-length={prompt.length_tag}>
        {t(`length.${prompt.length_tag}`)}
      </li>
      {models.length > maxNamedModels ? (
        <li title={names}>
          {t('prompt.models', { count: models.length })}
          <span className="sr-only">: {names}</span>
        </li>
      ) : (
        names && <li>{names}</li>
      )}
    </ul>
  )
}

export type PromptRow = Omit<PromptCardData, 'id' | 'models' | 'word_count'> & { models: { name: string }[] }

type PromptCardProps = {
  prompt: PromptRow
  /** Group of the prompt (with `slug`), or another name that tells where it belongs. None: the page tells it. */
  topic?: { name: string; slug?: string }
  Heading?: 'h2' | 'h3' | 'h4' | undefined
  children?: ReactNode
}

/** Row of a prompt in a list of class `rows`: what goes in, what comes out, length, models, rating and tier. */
export function PromptCard({ prompt, topic, Heading = 'h3', children }: PromptCardProps) {
  return (
    <li>
      <div className="row-head">
        <Heading>
          <ItemLink item={prompt} to={paths.prompt(prompt.slug)} className="card-link" dir="auto">
            {prompt.title}
          </ItemLink>
        </Heading>
        <ItemTier item={prompt} />
      </div>
      {prompt.short_description && (
        <p className="row-note" dir="auto">
          {prompt.short_description}
        </p>
      )}
      <PromptInputs prompt={prompt} />
      <div className="row-facts">
        <PromptTags prompt={prompt} topic={topic} />
        <Rating item={prompt} />
        <MyPromptMark slug={prompt.slug} isNarrow />
      </div>
      {children && <div className="row-actions">{children}</div>}
    </li>
  )
}
