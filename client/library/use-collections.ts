import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { FieldProblem } from '#shared/problem.ts'
import { ApiProblem, send } from '../api.ts'
import type { Asking } from '../api.ts'
import { useAlert, useAskToLogIn } from '../layout/asking.tsx'

type Change<Item> = { method: NonNullable<Asking['method']>; path: string; body?: object; schema?: z.ZodMiniType<Item> }

/** What is wrong with what was typed, in the server's words, where it is that. */
function typedWrong(error: unknown): string | null {
  if (!(error instanceof ApiProblem)) return null
  if (error.status === 409) return error.message
  return error.status === 400 ? (FieldProblem.safeParse(error.body).data?.name?.[0] ?? null) : null
}

/** Changes one's collections, one change at a time, and lists them anew; says what failed. Answers null where it did. */
export function useCollectionChange() {
  const client = useQueryClient()
  const alert = useAlert()
  const askToLogIn = useAskToLogIn()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  async function change<Item>({ method, path, body, schema }: Change<Item>): Promise<{ answer: Item } | null> {
    if (isBusy) return null
    setBusy(true)
    setProblem(null)
    try {
      const answer = await send(client, method, path, { ...(body && { body }), ...(schema && { schema }) })
      await client.invalidateQueries({ queryKey: ['collections'] })
      return { answer }
    } catch (error) {
      const wrong = typedWrong(error)
      if (wrong) setProblem(wrong)
      else if (error instanceof ApiProblem && error.status === 401) askToLogIn('auth.save')
      else alert('collections.failed')
      return null
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, problem, change }
}
