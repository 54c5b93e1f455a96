import { useRef } from 'react'
import type { Problem } from '#shared/problem.ts'
import { ApiProblem, isAnswerLost } from '../api.ts'

const isSignedOut = ({ body }: ApiProblem) => (body as Partial<Problem> | null)?.code === 'signed_out'

export function useEndingRequest() {
  const wasLost = useRef(false)
  return async <Result>(send: () => Promise<Result>): Promise<Result | null> => {
    try {
      return await send()
    } catch (error) {
      if (wasLost.current && error instanceof ApiProblem && (error.status === 401 || isSignedOut(error))) return null
      wasLost.current ||= isAnswerLost(error)
      throw error
    }
  }
}
