import { useMemberDialog } from '../../dialogs/moderate-member.tsx'
import { DetailsSection } from '../details.tsx'
import { useTranslate } from './messages.ts'

export function MemberModeration({ username }: { username: string }) {
  const t = useTranslate()
  const { dialog, open } = useMemberDialog(username)
  return (
    <DetailsSection title={t('members.moderation.title')}>
      <p className="mt-2 text-muted">{t('members.moderation.note')}</p>
      <button type="button" className="button button-quiet mt-4" aria-haspopup="dialog" onClick={open}>
        {t('members.moderation.open')}
      </button>
      {dialog}
    </DetailsSection>
  )
}
