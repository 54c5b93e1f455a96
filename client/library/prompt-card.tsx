import type { ReactNode } from 'react'
import type { PromptCard as PromptCardData } from '#shared/library/schema.ts'
import { paths } from '#shared/paths.ts'
import { CardTitle, TagList } from './item-header.tsx'
import { useTranslate } from './messages.ts'
import { MyPromptMark } from '../saved/my-mark.tsx'
import { Rating } from './rating.tsx'

/** Removes Markdown marks of bold, italic and code. */
const withoutMarks = (line: string) => line.replaceAll(/\*\*|__|`/g, '')

type PromptCardProps = {
  prompt: PromptCardData
  functional: string
  Heading?: 'h2' | undefined
  children?: ReactNode
}

export function PromptCard({ prompt, functional, Heading, children }: PromptCardProps) {
  const t = useTranslate()
  return (
    <li className="card relative flex flex-col gap-2">
      <CardTitle item={prompt} to={paths.prompt(prompt.slug)} Heading={Heading} />
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
      <TagList tags={[functional, t(`length.${prompt.length_tag}`), ...prompt.models.map(({ name }) => name)]} />
      {children && <div className="relative flex flex-wrap items-center gap-1 self-start">{children}</div>}
    </li>
  )
}
