import { useId, useState } from 'react'
import type { FormEvent } from 'react'
import { maxNoteLength, silenceDays } from '#shared/forum/moderation.ts'
import type { NewSilence } from '#shared/forum/moderation.ts'
import { moderationPaths } from '#shared/forum/moderation-paths.ts'
import { useUnsentText } from '../app/unsent-text.ts'
import { useTranslate } from './member.messages.ts'

type SilenceFormProps = { username: string; isBusy: boolean; onSend: (silence: NewSilence) => Promise<boolean> }

/** Form for the length and reason of a silence. The reason is stored on the device until it is sent. */
export function SilenceForm({ username, isBusy, onSend }: SilenceFormProps) {
  const t = useTranslate()
  const id = useId()
  const [days, setDays] = useState<NewSilence['days']>(1)
  const reason = useUnsentText(moderationPaths.api.memberSilence(username))
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (await onSend({ days, reason: reason.text.trim() })) reason.drop()
  }
  return (
    <form className="mt-3 grid gap-3" onSubmit={(event) => void onSubmit(event)}>
      <fieldset className="flex flex-wrap gap-x-5 gap-y-2">
        <legend className="sr-only">{t('silence.title')}</legend>
        {silenceDays.map((count) => (
          <label key={count} className="flex items-center gap-2">
            <input type="radio" name={id} checked={days === count} onChange={() => setDays(count)} />
            {t('silence.days', { count })}
          </label>
        ))}
      </fieldset>
      <div>
        <label htmlFor={id} className="mb-1 block">
          {t('silence.reason')}
        </label>
        <textarea
          id={id}
          dir="auto"
          rows={2}
          required
          maxLength={maxNoteLength}
          className="field resize-y"
          value={reason.text}
          onChange={({ target }) => reason.change(target.value)}
        />
      </div>
      <p>
        <button type="submit" className="button button-quiet" aria-disabled={isBusy}>
          {t('silence.send')}
        </button>
      </p>
    </form>
  )
}
