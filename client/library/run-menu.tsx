import { ClipboardCopy } from 'lucide-react'
import type { RefObject } from 'react'
import { assistants, assistantLink } from '#shared/library/assistants.ts'
import { useAlert } from '../dialogs/dialog-provider.tsx'
import { copyText } from '../ui/copy-text.ts'
import { Menu, MenuLink } from '../ui/menu.tsx'
import { useToast } from '../ui/toast.tsx'
import { reportCopy } from './copy-button.tsx'
import { useTranslate } from './messages.ts'

type RunMenuProps = {
  slug: string
  content: string
  anchor: RefObject<HTMLElement | null>
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** Menu of assistants. For an assistant without a URL parameter, the text is copied before the assistant opens. */
export function RunMenu({ slug, content, ...menu }: RunMenuProps) {
  const t = useTranslate()
  const alert = useAlert()
  const { notice, show } = useToast()
  const copyAndOpen = async (address: string) => {
    if (!(await copyText(content))) return alert(t('common.copy_failed'), { note: t('common.copy_yourself') })
    reportCopy(slug)
    show(t('run.copied'))
    globalThis.open(address, '_blank', 'noopener,noreferrer')
  }
  return (
    <>
      <Menu label={t('run.open')} {...menu}>
        {assistants.map((assistant) => {
          const { address, is_prefilled } = assistantLink(assistant, content)
          const run = (event: { preventDefault: () => void }) => {
            if (is_prefilled) return reportCopy(slug)
            event.preventDefault()
            void copyAndOpen(address)
          }
          return (
            <MenuLink key={assistant.name} href={address} onClick={run}>
              <span className="flex-1">{assistant.name}</span>
              {!is_prefilled && <ClipboardCopy className="size-4 text-muted" aria-label={t('run.by_clipboard')} />}
            </MenuLink>
          )
        })}
        <p className="px-3 pt-1 pb-2 text-xs text-muted">{t('run.note')}</p>
      </Menu>
      {notice}
    </>
  )
}
