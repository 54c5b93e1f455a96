import '../../server/messages.ts'
import { translateMessage } from '../../server/translate.ts'
import { FieldProblem, HttpProblem } from '../../server/problem.ts'
import { StartProblem } from '../../server/settings/settings.ts'
import { problemOfStripeError } from '../../server/subscription/stripe.ts'

/** Turns an expected error into the server's English message. Other errors are returned unchanged. */
export function problemInWords(error: unknown): unknown {
  const problem = problemOfStripeError(error)
  const hasMessage = problem instanceof FieldProblem || problem instanceof HttpProblem
  return hasMessage ? new StartProblem(translateMessage('en', problem.messageKey)) : problem
}
