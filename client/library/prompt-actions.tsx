import type { Prompt } from '#shared/library.ts'
import { CollectButton } from '../saved/collect-button.tsx'
import { SaveButton } from '../saved/save-button.tsx'
import { CopyButton } from './copy-button.tsx'
import { RunIn } from './run-in.tsx'
import { ShareButton } from './share-button.tsx'
import type { Blanks } from './use-blanks.ts'

/** Beside the text where there is room, else a bar at the foot of the screen. */
export function PromptActions({ prompt, blanks }: { prompt: Prompt; blanks: Blanks }) {
  return (
    <div className="prompt-actions needs-script">
      <CopyButton slug={prompt.slug} content={blanks.filled} left={blanks.left} />
      <RunIn slug={prompt.slug} content={blanks.filled} />
      <SaveButton prompt={prompt} />
      <ShareButton title={prompt.title} />
      <CollectButton slug={prompt.slug} />
    </div>
  )
}
