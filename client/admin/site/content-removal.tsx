import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { adminSitePaths } from '#shared/admin-site-paths.ts'
import { RemovalButton } from '../removal-button.tsx'
import type { ContentShape } from './content-shapes.ts'
import { contentQuery } from './content.queries.ts'
import { useTranslate } from './messages.ts'

type ContentRemovalProps = {
  shape: Pick<ContentShape<{ id: number }, never>, 'noun' | 'schema' | 'listSchema'>
  id: number
  etag: string
  onRemoved: () => void
}

export function ContentRemoval({ shape, id, etag, onRemoved }: ContentRemovalProps) {
  const { noun } = shape
  const t = useTranslate()
  const client = useQueryClient()
  const navigate = useNavigate()
  return (
    <RemovalButton
      label={t(`content.${noun}.remove`)}
      title={t(`content.${noun}.remove_title`)}
      action={t(`content.${noun}.remove`)}
      path={adminSitePaths.api.contentItem(noun, id)}
      etag={etag}
      onRemoved={async () => {
        onRemoved()
        await client.invalidateQueries({ queryKey: contentQuery(shape).queryKey })
        void navigate(adminSitePaths.content(noun), { state: { said: 'removed' } })
      }}
    >
      <p>{t('content.remove_note')}</p>
    </RemovalButton>
  )
}
