import { SaveToggle } from '../ui/save-toggle.tsx'
import { useTranslate } from './messages.ts'
import { useSaving } from './use-marks.ts'

export function SaveButton({ prompt }: { prompt: { slug: string; is_saved?: boolean } }) {
  const t = useTranslate()
  const labels = { save: t('marks.save'), saved: t('marks.saved'), undo: t('marks.unsave') }
  return <SaveToggle saving={useSaving(prompt)} labels={labels} />
}
