import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { adminPaths } from '#shared/admin-paths.ts'
import type { LibraryNoun } from '#shared/admin-paths.ts'
import { ApiProblem, send } from '../../app/api.ts'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { problemText } from '../problem-text.ts'
import { refreshLists } from './library.queries.ts'
import { useTranslate } from './messages.ts'
import { places } from './places.ts'

const known = ['categories', 'groups', 'use_cases', 'prompts', 'ratings', 'saves', 'collections'] as const

type RemovalProps = { noun: LibraryNoun; id: number; etag: string }

/** What something hangs on stays, and is said. */
export function Removal({ noun, id, etag }: RemovalProps) {
  const t = useTranslate()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const [uses, setUses] = useState<Record<string, number>>({})
  const remove = async () => {
    setBusy(true)
    setProblem('')
    try {
      await send(client, 'DELETE', adminPaths.api.libraryItem(noun, id), { headers: { 'if-match': etag } })
      refreshLists(client)
      void navigate(places.list(noun), { state: { said: 'removed' } })
    } catch (error) {
      const status = error instanceof ApiProblem ? error.status : 0
      if (status === 409) setUses(((error as ApiProblem).body as { uses: Record<string, number> }).uses)
      setProblem(status === 412 ? t('removal.changed') : problemText(error) || t('removal.failed'))
      setBusy(false)
    }
  }
  const open = () => {
    setProblem('')
    setUses({})
    setAsking(true)
  }
  const left = known.filter((use) => (uses[use] ?? 0) > 0)
  return (
    <div className="mt-10">
      <button type="button" className="button button-quiet button-danger" onClick={open}>
        {t('removal.open')}
      </button>
      {isAsking && (
        <ConfirmDialog
          title={t('removal.question')}
          action={t('removal.submit')}
          isBusy={isBusy}
          problem={problem}
          onConfirm={() => void remove()}
          onClose={() => setAsking(false)}
        >
          <p>{t('removal.note')}</p>
          {left.length > 0 && (
            <ul className="list-disc pl-5">
              {left.map((use) => (
                <li key={use}>{t(`removal.uses.${use}`, { count: uses[use] ?? 0 })}</li>
              ))}
            </ul>
          )}
        </ConfirmDialog>
      )}
    </div>
  )
}
