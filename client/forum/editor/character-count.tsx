import { useTranslate } from './messages.ts'

/** Share of the limit from which the remaining characters are shown. */
const nearShare = 0.9

export function CharacterCount({ text, maxLength, id }: { text: string; maxLength: number; id: string }) {
  const t = useTranslate()
  const { length } = text.trim()
  if (length < maxLength * nearShare) return null
  const isOver = length > maxLength
  return (
    <p id={id} className={`mt-1 text-right text-sm ${isOver ? 'text-danger' : 'text-muted'}`}>
      {isOver ? t('editor.too_many', { count: length - maxLength }) : t('editor.left', { count: maxLength - length })}
    </p>
  )
}
