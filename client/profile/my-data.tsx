import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { paths } from '#shared/paths.ts'
import { getJson } from '../app/api.ts'
import { saveFile } from '../app/save-file.ts'
import { useSite } from '../app/site.ts'
import { useTranslate } from './messages.ts'

export function DataExportSection() {
  const t = useTranslate()
  const site = useSite()
  const client = useQueryClient()
  const [problem, setProblem] = useState('')
  const download = async () => {
    setProblem('')
    const slug = site.name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    const name = `${slug}-data-${new Date().toISOString().slice(0, 10)}.json`
    await getJson(client, paths.api.meExport, import.meta.env.DEV && z.unknown(), new AbortController().signal)
      .then((data) => saveFile(JSON.stringify(data, null, 2), name, 'application/json'))
      .catch(() => setProblem(t('data.failed')))
  }
  return (
    <section className="card p-6">
      <h2 className="text-xl font-bold">{t('data.title')}</h2>
      <p className="mt-1 text-sm text-muted">{t('data.note')}</p>
      <p className="mt-4">
        <button type="button" className="button button-quiet" onClick={() => void download()}>
          {t('data.download')}
        </button>
      </p>
      {problem && (
        <p role="alert" className="mt-2 text-danger">
          {problem}
        </p>
      )}
    </section>
  )
}
