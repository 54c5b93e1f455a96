import { isLocked } from '#shared/library.ts'
import type { PromptCard as PromptCardData } from '#shared/library.ts'
import { paths } from '#shared/paths.ts'
import { useSay } from '../i18n.tsx'
import { Lock } from '../ui/lock.tsx'
import { useViewer } from '../viewer.ts'
import { ItemLink } from './item-link.tsx'
import { Rating } from './rating.tsx'

export function PromptCard({ prompt, functional }: { prompt: PromptCardData; functional: string }) {
  const say = useSay()
  const viewer = useViewer()
  return (
    <li className="card relative flex flex-col gap-2">
      <h3 className="flex items-center justify-between gap-2 font-bold">
        <ItemLink item={prompt} to={paths.prompt(prompt.slug)} className="card-link min-w-0">
          {prompt.title}
        </ItemLink>
        {isLocked(prompt, viewer.tier) && <Lock label={say('library.locked')} />}
      </h3>
      {prompt.short_description && <p className="flex-1 text-muted">{prompt.short_description}</p>}
      <p className="mt-auto">
        <Rating item={prompt} />
      </p>
      <ul className="flex flex-wrap gap-1.5" aria-label={say('prompt.tags')}>
        {[functional, say(`length.${prompt.length_tag}`), ...prompt.models.map(({ name }) => name)].map((tag) => (
          <li key={tag} className="chip">
            {tag}
          </li>
        ))}
      </ul>
    </li>
  )
}
