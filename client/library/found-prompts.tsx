import { isLocked } from '#shared/library.ts'
import type { PromptCard, UseCase } from '#shared/library.ts'
import { paths } from '#shared/paths.ts'
import { useSay } from '../i18n.tsx'
import { Lock } from '../ui/lock.tsx'
import { Marked } from '../ui/marked.tsx'
import type { useCombobox } from '../ui/use-combobox.ts'
import { useViewer } from '../viewer.ts'
import { ItemLink } from './item-link.tsx'
import { OwnMark } from './own-mark.tsx'
import { wordsPattern } from './sought.ts'

type FoundPrompt = PromptCard & { use_case: Pick<UseCase, 'slug' | 'title'> }
type FoundPromptsProps = {
  prompts: FoundPrompt[]
  /** Whether they belong to the words before, and theirs are on their way. */
  isOld: boolean
  sought: string
  box: ReturnType<typeof useCombobox>
  onOpened: () => void
  /** Absent when there are no more. */
  fetchMore?: () => void
}

type FoundProps = {
  onOpened: () => void
  prompt: FoundPrompt
  pattern: RegExp | null
  option: ReturnType<FoundPromptsProps['box']['optionProps']>
}

function Found({ prompt, pattern, option, onOpened }: FoundProps) {
  const say = useSay()
  const viewer = useViewer()
  return (
    <ItemLink
      item={prompt}
      to={paths.prompt(prompt.slug)}
      className="menu-item justify-between py-2.5"
      {...option}
      onOpened={onOpened}
    >
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">
          <Marked text={prompt.title} pattern={pattern} />
        </span>
        <span className="line-clamp-2 text-sm">
          <Marked text={prompt.short_description} pattern={pattern} />
        </span>
        <span className="flex items-center gap-2 text-sm text-muted">
          <span className="min-w-0">{prompt.use_case.title}</span>
          <OwnMark slug={prompt.slug} />
        </span>
      </span>
      {isLocked(prompt, viewer.tier) && <Lock label={say('library.locked')} />}
    </ItemLink>
  )
}

/** The prompts that a search finds, as the options of its field. */
export function FoundPrompts({ prompts, isOld, sought, box, onOpened, fetchMore }: FoundPromptsProps) {
  const say = useSay()
  const pattern = wordsPattern(sought)
  if (prompts.length === 0)
    return isOld ? null : (
      <p className="p-5">
        {say('library.nothing_found')} <span className="block text-muted">{say('search.nothing_found_hint')}</span>
      </p>
    )
  return (
    <div className={`min-h-0 overflow-y-auto p-2 ${isOld ? 'opacity-60' : ''}`}>
      <ul {...box.listProps} aria-label={say('search.results')}>
        {prompts.map((prompt, place) => (
          <li key={prompt.id} role="presentation">
            <Found prompt={prompt} pattern={pattern} option={box.optionProps(place)} onOpened={onOpened} />
          </li>
        ))}
      </ul>
      {fetchMore && (
        <p className="p-2 text-center">
          <button type="button" className="button button-quiet" onClick={fetchMore}>
            {say('search.more')}
          </button>
        </p>
      )}
    </div>
  )
}
