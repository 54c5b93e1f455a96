import { useRef } from 'react'
import type { Problem } from '#shared/problem.ts'
import { ApiProblem, isResponseLost } from '../api.ts'

const isSignedOut = ({ body }: ApiProblem) => (body as Partial<Problem> | null)?.code === 'signed_out'

export function useSessionEndingRequest() {
  const wasLost = useRef(false)
  return async <Result>(send: () => Promise<Result>): Promise<Result | null> => {
    try {
      return await send()
    } catch (error) {
      if (wasLost.current && error instanceof ApiProblem && (error.status === 401 || isSignedOut(error))) return null
      wasLost.current ||= isResponseLost(error)
      throw error
    }
  }
}
