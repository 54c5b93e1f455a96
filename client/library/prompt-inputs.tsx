import type { PromptCard } from '#shared/library/schema.ts'
import { useTranslate } from './messages.ts'

const maxLabelLength = 20
/** Removes Markdown marks of bold, italic and code. */
const withoutMarks = (line: string) => line.replaceAll(/\*\*|__|`/g, '')

/** Returns the first labels that fit into `room` characters: at least one. */
function fittingLabels(labels: string[], room: number): string[] {
  let left = room
  const end = labels.findIndex((label, index) => {
    left -= Math.min(label.length, maxLabelLength)
    return index > 0 && left < 0
  })
  return end < 0 ? labels : labels.slice(0, end)
}

type PromptInputsProps = {
  prompt: Pick<PromptCard, 'inputs' | 'example_line'>
  /** Characters of all blanks. */
  room?: number
}

/** Inputs of a prompt as blanks, and the first line of its example. */
export function PromptInputs({ prompt: { inputs, example_line }, room = 30 }: PromptInputsProps) {
  const t = useTranslate()
  if (inputs.length === 0 && !example_line) return null
  const shown = fittingLabels(inputs, room)
  return (
    <p className="inputs">
      {inputs.length > 0 && <span className="sr-only">{t('prompt.inputs')}: </span>}
      {shown.map((input) => (
        <span key={input} className="blank" dir="auto">
          {input}
        </span>
      ))}
      {shown.length < inputs.length && <span>…</span>}
      {example_line && (
        <i dir="auto">
          <span className="sr-only">{t('prompt.example')}: </span>
          {withoutMarks(example_line)}
        </i>
      )}
    </p>
  )
}
