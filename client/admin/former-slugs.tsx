import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AuditKind } from '#shared/admin/audit.ts'
import { FormerSlugs as Schema } from '#shared/admin/former-slugs.ts'
import { adminPaths, isAddressed } from '#shared/admin/paths.ts'
import type { AddressedKind } from '#shared/admin/paths.ts'
import { apiQuery, send } from '../app/api.ts'
import { FormProblem } from '../app/form.tsx'
import { useTranslate } from './messages.ts'
import { useSubmit } from './use-submit.ts'

type FormerSlugsProps = { kind: AuditKind; id: number; slug: string }

const slugsQuery = (kind: AddressedKind, id: number, slug: string) => ({
  ...apiQuery(adminPaths.api.formerSlugs(kind, id), import.meta.env.DEV && Schema),
  // A changed slug adds a former one.
  queryKey: [adminPaths.api.formerSlugs(kind, id), slug],
})

/** Former slugs of an item, each with a button that frees it for other items. */
export function FormerSlugs({ kind, ...item }: FormerSlugsProps) {
  return isAddressed(kind) && <SlugList kind={kind} {...item} />
}

function SlugList({ kind, id, slug }: Omit<FormerSlugsProps, 'kind'> & { kind: AddressedKind }) {
  const t = useTranslate()
  const client = useQueryClient()
  const { isBusy, problem, run } = useSubmit()
  const [released, setReleased] = useState<string | null>(null)
  const { data: slugs = [] } = useQuery(slugsQuery(kind, id, slug))
  const release = (former: string) =>
    run(
      () => send(client, 'DELETE', adminPaths.api.formerSlug(kind, id, former)),
      () => {
        setReleased(former)
        void client.invalidateQueries({ queryKey: [adminPaths.api.formerSlugs(kind, id)] })
      },
    )
  if (slugs.length === 0 && released === null) return null
  return (
    <section aria-label={t('former_slugs.title')}>
      <h3 className="font-semibold">{t('former_slugs.title')}</h3>
      <p className="mt-1 text-sm text-muted">{t('former_slugs.note')}</p>
      <FormProblem text={problem} />
      <ul className="mt-2 grid gap-2">
        {slugs.map((former) => (
          <li key={former} className="flex flex-wrap items-center justify-between gap-3">
            <span className="wrap-anywhere">{former}</span>
            <button
              type="button"
              className="button button-quiet"
              aria-label={t('former_slugs.release', { slug: former })}
              aria-disabled={isBusy}
              onClick={() => void release(former)}
            >
              {t('former_slugs.release_short')}
            </button>
          </li>
        ))}
      </ul>
      <output className="text-sm text-muted">{released && t('former_slugs.released', { slug: released })}</output>
    </section>
  )
}
