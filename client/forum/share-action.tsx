import { copyText } from '../ui/copy-text.ts'
import { ActionButton } from './action-button.tsx'
import { ActionIcon } from './action-icon.tsx'
import { useThread } from './thread-context.tsx'
import { useTranslate } from './thread.messages.ts'

export function ShareAction({ address }: { address: string }) {
  const t = useTranslate()
  const { say } = useThread()
  const share = async () => say(t((await copyText(location.origin + address)) ? 'told.copied' : 'told.not_copied'))
  return (
    <ActionButton
      icon={<ActionIcon name="share" />}
      label={t('action.share')}
      aria-keyshortcuts="s"
      isWide
      onClick={() => void share()}
    />
  )
}
