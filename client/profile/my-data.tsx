import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { paths } from '#shared/paths.ts'
import { getFrom } from '../app/api.ts'
import { useSite } from '../app/site.ts'
import { useTranslate } from './messages.ts'

function saveFile(data: unknown, name: string) {
  const address = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Some browsers have only begun to read by now.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

export function MyData() {
  const t = useTranslate()
  const site = useSite()
  const client = useQueryClient()
  const [problem, setProblem] = useState('')
  const download = async () => {
    setProblem('')
    const slug = site.name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    const name = `${slug}-data-${new Date().toISOString().slice(0, 10)}.json`
    await getFrom(client, paths.api.meExport, import.meta.env.DEV && z.unknown(), new AbortController().signal)
      .then((data) => saveFile(data, name))
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
