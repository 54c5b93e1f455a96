import type { ReactNode } from 'react'
import { isLocked } from '#shared/library/schema.ts'
import type { PromptCard as PromptCardData } from '#shared/library/schema.ts'
import { paths } from '#shared/paths.ts'
import { LockIcon } from '../ui/lock.tsx'
import { useViewer } from '../app/session/viewer.ts'
import { ItemLink } from '../dialogs/item-link.tsx'
import { useTranslate } from './messages.ts'
import { MyPromptMark } from '../saved/my-mark.tsx'
import { Rating } from './rating.tsx'

/** Removes Markdown marks of bold, italic and code. */
const withoutMarks = (line: string) => line.replaceAll(/\*\*|__|`/g, '')

type PromptCardProps = {
  prompt: PromptCardData
  functional: string
  Heading?: 'h2' | 'h3'
  children?: ReactNode
}

export function PromptCard({ prompt, functional, Heading = 'h3', children }: PromptCardProps) {
  const t = useTranslate()
  const viewer = useViewer()
  return (
    <li className="card relative flex flex-col gap-2">
      <Heading className="flex items-center justify-between gap-2 text-lg leading-snug font-bold">
        <ItemLink item={prompt} to={paths.prompt(prompt.slug)} className="card-link min-w-0" dir="auto">
          {prompt.title}
        </ItemLink>
        {isLocked(prompt, viewer.tier) && <LockIcon label={t('common.locked')} />}
      </Heading>
      {prompt.short_description && (
        <p className="flex-1 text-muted" dir="auto">
          {prompt.short_description}
        </p>
      )}
      {prompt.example_line && (
        <p className="line-clamp-2 border-l-2 border-line pl-3 text-sm text-muted italic" dir="auto">
          <span className="sr-only">{t('prompt.example')}: </span>
          {withoutMarks(prompt.example_line)}
        </p>
      )}
      <p className="mt-auto flex items-center gap-2">
        <Rating item={prompt} />
        <MyPromptMark slug={prompt.slug} />
      </p>
      <ul className="flex flex-wrap gap-1.5" aria-label={t('prompt.tags')}>
        {[functional, t(`length.${prompt.length_tag}`), ...prompt.models.map(({ name }) => name)].map((tag) => (
          <li key={tag} className="chip" dir="auto">
            {tag}
          </li>
        ))}
      </ul>
      {children && <div className="relative flex flex-wrap items-center gap-1 self-start">{children}</div>}
    </li>
  )
}
