import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import * as common from '@zxcvbn-ts/language-common'
import * as english from '@zxcvbn-ts/language-en'
import * as spanish from '@zxcvbn-ts/language-es-es'
import { passwordVariantsOf } from './password-variants.ts'
import type { Strength, StrengthMessage, StrengthRequest } from './password-strength.ts'

const maxLength = 32
const runs = /(.{1,16}?)\1{2,}/gsu
const passwordsHere = 'prompt prompts chatgpt claude gemini gpt openai contraseña contrasena teamo tequiero'.split(' ')

const estimator = new ZxcvbnFactory({
  graphs: common.adjacencyGraphs,
  dictionary: { ...common.dictionary, ...english.dictionary, ...spanish.dictionary, passwordsHere },
  maxLength,
})

function estimate(password: string, userInputs: string[]) {
  const inputs = userInputs.map((input) => input.slice(0, maxLength))
  const seen = password.length > maxLength ? password.replaceAll(runs, '$1$1') : password
  const estimates = passwordVariantsOf(seen).map((folding) => estimator.check(folding, inputs))
  return estimates.reduce((one, other) => (other.guesses < one.guesses ? other : one))
}

const send = (message: StrengthMessage) => process.send?.(message)
process.on('message', ({ id, password, userInputs }: StrengthRequest) => {
  const { score, feedback } = estimate(password, userInputs)
  const { warning, suggestions } = feedback as Pick<Strength, 'warning' | 'suggestions'>
  send({ id, score, warning, suggestions })
})
process.on('disconnect', () => process.exit())
send('ready')
