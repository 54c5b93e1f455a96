import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { adminPaths } from '#shared/admin-paths.ts'
import type { LibraryNoun } from '#shared/admin-paths.ts'
import { RemovalButton } from '../removal-button.tsx'
import { refreshLists } from './library.queries.ts'
import { useTranslate } from './messages.ts'
import { places } from './places.ts'

const known = ['categories', 'groups', 'use_cases', 'prompts', 'ratings', 'saves', 'collections', 'pipelines'] as const
type Uses = Record<string, number>

type RemovalProps = { noun: LibraryNoun; id: number; etag: string }

/** What something hangs on stays, and is said. */
export function Removal({ noun, id, etag }: RemovalProps) {
  const t = useTranslate()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [uses, setUses] = useState<Uses>({})
  const left = known.filter((use) => (uses[use] ?? 0) > 0)
  return (
    <RemovalButton
      label={t('removal.open')}
      title={t('removal.question')}
      action={t('removal.submit')}
      path={adminPaths.api.libraryItem(noun, id)}
      etag={etag}
      onRemoved={() => {
        refreshLists(client)
        void navigate(places.list(noun), { state: { said: 'removed' } })
      }}
      onRefused={({ status, body }) => setUses(status === 409 ? (body as { uses: Uses }).uses : {})}
    >
      <p>{t('removal.note')}</p>
      {left.length > 0 && (
        <ul className="list-disc pl-5">
          {left.map((use) => (
            <li key={use}>{t(`removal.uses.${use}`, { count: uses[use] ?? 0 })}</li>
          ))}
        </ul>
      )}
    </RemovalButton>
  )
}
