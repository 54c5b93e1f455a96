import { useTranslate } from './messages.ts'

/** Of the most that a text may have, from where on it is said how much is left. */
const nearShare = 0.9

/** Near the most that a text may have, how many characters are left. */
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
