import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { hueOf } from '#shared/library/groups.ts'
import { countUnfilled, fillTemplate, readTemplate } from '#shared/library/placeholders.ts'
import type { PopularPrompt } from '#shared/library/start-here.ts'
import { paths } from '#shared/paths.ts'
import { ItemLink } from '../dialogs/item-link.tsx'
import { GroupMark } from '../ui/group-mark.tsx'
import { CopyButton } from './copy-button.tsx'
import { popularQuery } from './library.queries.ts'
import { useTranslate } from './messages.ts'
import { PromptInputs } from './prompt-inputs.tsx'

function PopularRow({ prompt }: { prompt: PopularPrompt }) {
  const { functional } = prompt.category
  const template = useMemo(() => readTemplate(prompt.content), [prompt.content])
  return (
    <li className="popular" data-group={hueOf(functional.slug)}>
      <GroupMark slug={functional.slug} />
      <div className="row-head">
        <h3>
          <ItemLink item={prompt} to={paths.prompt(prompt.slug)} className="card-link" dir="auto">
            {prompt.title}
          </ItemLink>
        </h3>
      </div>
      <PromptInputs prompt={{ inputs: prompt.inputs }} room={22} />
      <CopyButton
        slug={prompt.slug}
        content={fillTemplate(template, {})}
        left={countUnfilled(template, {})}
        className="button button-quiet needs-script"
      />
    </li>
  )
}

/** Prompts that are copied most, with a button to copy each. Hidden if the request fails. */
export function PopularPrompts() {
  const t = useTranslate()
  const { data } = useQuery(popularQuery)
  if (!data?.length) return null
  return (
    <section aria-labelledby="popular">
      <h2 id="popular">{t('library.popular')}</h2>
      <ul className="rows">
        {data.map((prompt) => (
          <PopularRow key={prompt.slug} prompt={prompt} />
        ))}
      </ul>
    </section>
  )
}
