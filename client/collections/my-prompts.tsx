import type { ReactNode } from 'react'
import type { ListedPrompt } from '#shared/library/marks.ts'
import { LoadedList } from '../app/lists/loaded-list.tsx'
import type { LoadedListProps } from '../app/lists/loaded-list.tsx'
import { PromptCard } from '../library/prompt-card.tsx'

type MyPromptsProps = {
  list: LoadedListProps<ListedPrompt>['list']
  empty: string
  Heading?: 'h2'
  renderActions?: (prompt: ListedPrompt, index: number) => ReactNode
}

export const MyPrompts = ({ list, empty, Heading, renderActions }: MyPromptsProps) => (
  <LoadedList
    list={list}
    empty={<p className="mt-4 text-muted">{empty}</p>}
    className="rows rows-1 mt-4"
    renderItem={(prompt, index) => (
      <PromptCard key={prompt.id} prompt={prompt} topic={{ name: prompt.category.name }} Heading={Heading}>
        {renderActions?.(prompt, index)}
      </PromptCard>
    )}
  />
)
