import { useNavigate } from 'react-router-dom'
import { adminNewsPaths } from '#shared/admin-news-paths.ts'
import { RemovalButton } from '../removal-button.tsx'
import { useTranslate } from './messages.ts'

type PostRemovalProps = { id: number; etag: string | undefined; onRemoved: () => void }

export function PostRemoval({ id, etag, onRemoved }: PostRemovalProps) {
  const t = useTranslate()
  const navigate = useNavigate()
  return (
    <RemovalButton
      label={t('removal.open')}
      title={t('removal.question')}
      action={t('removal.submit')}
      path={adminNewsPaths.api.post(id)}
      etag={etag}
      onRemoved={() => {
        onRemoved()
        void navigate(adminNewsPaths.news(), { state: { said: 'removed' } })
      }}
    >
      <p>{t('removal.note')}</p>
    </RemovalButton>
  )
}
