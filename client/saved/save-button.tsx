import { useTranslate } from './messages.ts'
import { SaveToggle } from '../ui/save-toggle.tsx'
import { ToggleLabel } from '../ui/toggle-label.tsx'
import { useSavePrompt } from './use-marks.ts'

export function SaveButton({ prompt }: { prompt: { slug: string; is_saved?: boolean } }) {
  const t = useTranslate()
  const { isSaved, isBusy, toggle } = useSavePrompt(prompt)
  return (
    <SaveToggle isSaved={isSaved} isBusy={isBusy} title={t(isSaved ? 'marks.unsave' : 'marks.save')} onToggle={toggle}>
      <ToggleLabel isOn={isSaved} on={t('marks.saved')} off={t('marks.save')} />
    </SaveToggle>
  )
}
