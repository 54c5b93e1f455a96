import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { adminSitePaths } from '#shared/admin-site-paths.ts'
import { RemovalButton } from '../removal-button.tsx'
import { useTranslate } from './messages.ts'
import { announcementsQuery } from './site.queries.ts'

type AnnouncementRemovalProps = { id: number; etag: string | undefined; onRemoved: () => void }

export function AnnouncementRemoval({ id, etag, onRemoved }: AnnouncementRemovalProps) {
  const t = useTranslate()
  const client = useQueryClient()
  const navigate = useNavigate()
  return (
    <RemovalButton
      label={t('announcement.remove')}
      title={t('announcement.remove_title')}
      action={t('announcement.remove')}
      path={adminSitePaths.api.announcement(id)}
      etag={etag}
      onRemoved={async () => {
        onRemoved()
        await client.invalidateQueries({ queryKey: announcementsQuery.queryKey })
        void navigate(adminSitePaths.announcements, { state: { said: 'removed' } })
      }}
    >
      <p>{t('announcement.remove_note')}</p>
    </RemovalButton>
  )
}
