import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { fieldProblemOf } from '#shared/problem.ts'
import { ApiProblem, send } from '../app/api.ts'
import type { RequestOptions } from '../app/api.ts'
import { useIdempotentRequest } from '../app/use-idempotent-request.ts'
import { useAlert, useLoginPrompt } from '../dialogs/dialog-provider.tsx'
import { useTranslate } from './collections.messages.ts'
import { useTranslate as useMarkTexts } from './messages.ts'

type Change<Item> = {
  method: NonNullable<RequestOptions['method']>
  path: string
  body?: object
  schema?: z.ZodMiniType<Item> | false
}

/** Returns the server's message if the error is about the typed name; else null. */
function nameProblem(error: unknown): string | null {
  if (!(error instanceof ApiProblem)) return null
  if (error.status === 409) return error.detail
  return error.status === 400 ? (fieldProblemOf(error.body).name?.[0] ?? null) : null
}

/** Returns a function that changes collections, one at a time, and refetches them. It shows errors and returns null. */
export function useChangeCollections() {
  const t = useTranslate()
  const markText = useMarkTexts()
  const client = useQueryClient()
  const alert = useAlert()
  const promptLogin = useLoginPrompt()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const repeatable = useIdempotentRequest()
  async function change<Item>({ method, path, body, schema }: Change<Item>): Promise<{ answer: Item } | null> {
    if (isBusy) return null
    setBusy(true)
    setProblem(null)
    try {
      const options = { ...(body && { body }), ...(schema !== undefined && { schema }) }
      const answer = await (method === 'POST'
        ? repeatable([path, body], (headers) => send(client, method, path, { ...options, headers }))
        : send(client, method, path, options))
      await client.invalidateQueries({ queryKey: ['collections'] })
      return { answer }
    } catch (error) {
      const wrong = nameProblem(error)
      if (wrong) setProblem(wrong)
      else if (error instanceof ApiProblem && error.status === 401) promptLogin(markText('auth.save'))
      else alert(t('collections.failed'))
      return null
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, problem, change }
}
