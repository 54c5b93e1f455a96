import { useQueryClient } from '@tanstack/react-query'
import { Votes } from '#shared/forum/schema.ts'
import type { VoteValue } from '#shared/forum/schema.ts'
import { send } from '../../app/api.ts'
import { useNumberFormat } from '../../app/i18n.tsx'
import { ActionIcon } from './text-actions.tsx'
import { useThreadAction } from './thread-context.tsx'
import { useTranslate } from './messages.ts'
import { useOptimisticChoice } from './use-optimistic-choice.ts'

const values = [
  { value: 'like', count: 'likes', key: 'l' },
  { value: 'dislike', count: 'dislikes', key: undefined },
] as const

function withVote({ likes, dislikes, your_vote }: Votes, value: VoteValue | null): Votes {
  const change = (of: VoteValue) => Number(value === of) - Number(your_vote === of)
  return { likes: likes + change('like'), dislikes: dislikes + change('dislike'), your_vote: value }
}

type VoteButtonsProps = {
  votes: Votes
  path: string
  comment?: number
  /** False for the reader's own texts and in closed threads. */
  canVote: boolean
  onVoted: (votes: Votes) => void
}

/** Vote buttons. A vote shows at once and is reset on failure. A second click removes the vote. */
export function VoteButtons({ votes, path, comment, canVote, onVoted }: VoteButtonsProps) {
  const t = useTranslate()
  const client = useQueryClient()
  const format = useNumberFormat()
  const runAction = useThreadAction()
  const { chosen, choose } = useOptimisticChoice(votes.your_vote, (value, begin) =>
    runAction({ reason: t('auth.vote'), comment }, async () => {
      begin()
      onVoted(await send(client, 'POST', path, { body: { value }, schema: import.meta.env.DEV && Votes }))
    }),
  )
  const shown = withVote(votes, chosen)
  const vote = (value: VoteValue) => choose((former) => (former === value ? null : value))
  return values.map(({ value, count, key }) => {
    const number = format(shown[count])
    const isChosenVote = shown.your_vote === value
    if (!canVote && shown[count] === 0) return null
    if (!canVote)
      return (
        <span key={value} className="text-action">
          <ActionIcon name={value} />
          <span aria-hidden="true">{number}</span>
          <span className="sr-only">{t(`action.${count}`, { count: shown[count] })}</span>
        </span>
      )
    return (
      <button
        key={value}
        type="button"
        className="text-action"
        aria-label={t(`action.${value}_count`, { number })}
        aria-pressed={isChosenVote}
        aria-keyshortcuts={key}
        title={t(`action.${value}`)}
        // Ignores the second click of a double click, which would remove the vote.
        onClick={({ detail }) => detail < 2 && void vote(value)}
      >
        <ActionIcon name={value} />
        {shown[count] > 0 && <span>{number}</span>}
      </button>
    )
  })
}
