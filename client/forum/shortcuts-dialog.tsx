import { Dialog, DialogClose } from '../ui/dialog.tsx'
import { useTranslate } from './thread/tools.messages.ts'

const keys = {
  thread: [
    ['next', 'j'],
    ['previous', 'k'],
    ['open', 'o', 'Enter'],
    ['like', 'l'],
    ['reply', 'r'],
    ['quote', 'q'],
    ['share', 's'],
    ['save', 'b'],
    ['help', '?'],
  ],
  list: [
    ['next_thread', 'j'],
    ['previous_thread', 'k'],
    ['open_thread', 'o', 'Enter'],
    ['help', '?'],
  ],
} as const

export type ShortcutsDialogProps = { of: keyof typeof keys; onClose: () => void }

export function ShortcutsDialog({ of, onClose }: ShortcutsDialogProps) {
  const t = useTranslate()
  return (
    <Dialog title={t('keys.title')} onClose={onClose}>
      <dl className="mt-4 grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-2">
        {keys[of].map(([name, first, second]) => (
          <div key={name} className="contents">
            <dt>
              <kbd className="chip">{first}</kbd>
              {second && (
                <>
                  {' '}
                  {t('keys.or')} <kbd className="chip">{second}</kbd>
                </>
              )}
            </dt>
            <dd>{t(`keys.${name}`)}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-6 flex justify-end">
        <DialogClose className="button button-quiet">{t('dialog.close')}</DialogClose>
      </p>
    </Dialog>
  )
}
