import { BrokenIsland } from '../app/broken.tsx'
import { island } from '../app/island.tsx'
import { Progress } from '../ui/progress.tsx'

export const ConfirmDialog = island(async () => (await import('./confirm-dialog.tsx')).ConfirmDialog, {
  pending: <Progress />,
  Failed: BrokenIsland,
})
