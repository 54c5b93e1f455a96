import { useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { paths } from '#shared/paths.ts'
import { getJson } from '../app/api.ts'
import { saveFile } from '../app/save-file.ts'
import { useSite } from '../app/site.ts'
import { useTranslate } from './messages.ts'
import { RequestButton } from './request-button.tsx'
import { Setting } from './section-list.tsx'

export function DataExportSection() {
  const t = useTranslate()
  const site = useSite()
  const client = useQueryClient()
  const download = async () => {
    const slug = site.name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    const name = `${slug}-data-${new Date().toISOString().slice(0, 10)}.json`
    const schema = import.meta.env.DEV && z.unknown()
    const data = await getJson(client, paths.api.meExport, schema, new AbortController().signal)
    saveFile(JSON.stringify(data, null, 2), name, 'application/json')
  }
  return (
    <Setting title={t('data.title')} note={t('data.note')}>
      <div className="space-y-2">
        <RequestButton label={t('data.download')} request={download} failure={t('data.failed')} />
      </div>
    </Setting>
  )
}
