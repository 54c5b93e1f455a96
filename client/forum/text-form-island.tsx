import { BrokenIsland } from '../app/broken.tsx'
import { island } from '../app/island.tsx'
import { Progress } from '../ui/progress.tsx'
import type { TextFormProps } from './text-form.tsx'

/** The form with its editor, fetched once somebody is about to write. */
export const TextForm = island<TextFormProps>(async () => (await import('./text-form.tsx')).TextForm, {
  pending: <Progress />,
  Failed: BrokenIsland,
})
