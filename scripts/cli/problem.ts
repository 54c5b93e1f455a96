import '../../server/messages.ts'
import { translateMessage } from '../../server/translate.ts'
import { FieldProblem, HttpProblem } from '../../server/problem.ts'
import { StartProblem } from '../../server/settings/settings.ts'
import { paymentProblem } from '../../server/subscription/stripe.ts'

/** What the server would answer to it, as a sentence; what is not expected stays as it is. */
export function problemInWords(error: unknown): unknown {
  const problem = paymentProblem(error)
  const hasMessage = problem instanceof FieldProblem || problem instanceof HttpProblem
  return hasMessage ? new StartProblem(translateMessage('en', problem.messageKey)) : problem
}
