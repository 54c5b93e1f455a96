import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { adminNewsPaths } from '#shared/admin-news-paths.ts'
import type { AdminSection } from '#shared/admin-sections.ts'
import { useLocale } from '../../app/i18n.tsx'
import { RemovalButton } from '../removal-button.tsx'
import { useTranslate } from './messages.ts'
import { sectionsQuery } from './sections.queries.ts'

type SectionRemovalProps = { section: AdminSection; etag: string | undefined; onRemoved: () => void }

/** Where it has threads, it asks where they go. */
export function SectionRemoval({ section, etag, onRemoved }: SectionRemovalProps) {
  const t = useTranslate()
  const locale = useLocale()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { data: sections = [] } = useQuery(sectionsQuery)
  const [target, setTarget] = useState('')
  const count = sections.find(({ id }) => id === section.id)?.thread_count ?? 0
  return (
    <RemovalButton
      label={t('removal.open')}
      title={t('removal.question', { name: section.texts[locale].name })}
      action={t('removal.submit')}
      path={adminNewsPaths.api.section(section.id, { target: target === '' ? undefined : Number(target) })}
      etag={etag}
      isReady={count === 0 || target !== ''}
      onRemoved={async () => {
        onRemoved()
        await client.invalidateQueries({ queryKey: sectionsQuery.queryKey })
        void navigate(adminNewsPaths.sections, { state: { said: 'removed' } })
      }}
    >
      <p>{count === 0 ? t('removal.empty') : t('removal.moves', { count })}</p>
      {count > 0 && (
        <label className="grid gap-1">
          <span className="font-semibold">{t('removal.target')}</span>
          <select className="field" value={target} onChange={(event) => setTarget(event.target.value)}>
            <option value="">{t('removal.choose')}</option>
            {sections
              .filter(({ id }) => id !== section.id)
              .map(({ id, texts }) => (
                <option key={id} value={id}>
                  {texts[locale].name}
                </option>
              ))}
          </select>
        </label>
      )}
    </RemovalButton>
  )
}
