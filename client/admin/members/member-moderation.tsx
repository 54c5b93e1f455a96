import { useId } from 'react'
import { useMemberDialog } from '../../dialogs/moderate-member.tsx'
import { useTranslate } from './messages.ts'

export function MemberModeration({ username }: { username: string }) {
  const t = useTranslate()
  const id = useId()
  const { dialog, open } = useMemberDialog(username)
  return (
    <section aria-labelledby={id} className="card p-6">
      <h2 id={id} className="text-xl font-bold">
        {t('members.moderation.title')}
      </h2>
      <p className="mt-2 text-muted">{t('members.moderation.note')}</p>
      <p className="mt-4">
        <button type="button" className="button button-quiet" aria-haspopup="dialog" onClick={open}>
          {t('members.moderation.open')}
        </button>
      </p>
      {dialog}
    </section>
  )
}
