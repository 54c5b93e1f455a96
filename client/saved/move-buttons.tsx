import { ArrowDown, ArrowUp } from 'lucide-react'
import { useTranslate } from './messages.ts'

type MoveButtonsProps = {
  name: string
  place: number
  isLast: boolean
  isBusy: boolean
  onMove: (place: number) => void
}

/** Move what stands in an order up and down; at its ends they stay, so that the focus does. */
export function MoveButtons({ name, place, isLast, isBusy, onMove }: MoveButtonsProps) {
  const t = useTranslate()
  const button = (step: 1 | -1, isEnd: boolean) => (
    <button
      type="button"
      className="icon-button aria-disabled:opacity-40"
      aria-label={t(step < 0 ? 'collections.move_up' : 'collections.move_down', { name })}
      aria-disabled={isEnd || isBusy}
      onClick={() => !isEnd && !isBusy && onMove(place + step)}
    >
      {step < 0 ? <ArrowUp className="size-5" /> : <ArrowDown className="size-5" />}
    </button>
  )
  return (
    <>
      {button(-1, place === 0)}
      {button(1, isLast)}
    </>
  )
}
