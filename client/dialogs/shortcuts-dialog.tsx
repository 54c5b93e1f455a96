import { Fragment, useState } from 'react'
import { Dialog, DialogClose } from '../ui/dialog.tsx'
import { currentKeyGroups } from '../ui/use-page-keys.ts'
import type { KeyGroup } from '../ui/use-page-keys.ts'
import { useTranslate } from './shortcuts.messages.ts'
import type { messages } from './shortcuts.messages.en.ts'

type Shortcut = readonly [name: keyof typeof messages.keys, ...keys: string[]]

const ofPage: Record<KeyGroup, readonly Shortcut[]> = {
  thread: [
    ['next', 'j'],
    ['previous', 'k'],
    ['open', 'o', 'Enter'],
    ['like', 'l'],
    ['reply', 'r'],
    ['quote', 'q'],
    ['share', 's'],
    ['save', 'b'],
  ],
  list: [
    ['next_thread', 'j'],
    ['previous_thread', 'k'],
    ['open_thread', 'o', 'Enter'],
  ],
  review: [
    ['next_item', 'j'],
    ['previous_item', 'k'],
    ['publish', 'p'],
    ['reject', 'x'],
    ['dismiss', 'd'],
    ['remove', 'Delete'],
    ['note', 'n'],
    ['back', 'Esc'],
  ],
}

const ofSite = (): readonly Shortcut[] => [
  ['search', '/', /Mac|iP(?:hone|ad)/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K'],
  ['help', '?'],
]

function Keys({ shortcuts }: { shortcuts: readonly Shortcut[] }) {
  const t = useTranslate()
  return (
    <dl className="mt-2 grid grid-cols-[minmax(6rem,auto)_1fr] items-baseline gap-x-4 gap-y-2">
      {shortcuts.map(([name, ...keys]) => (
        <Fragment key={name}>
          <dt>
            {keys.map((key, at) => (
              <Fragment key={key}>
                {at > 0 && ` ${t('keys.or')} `}
                <kbd className="chip">{key === 'Delete' ? t('keys.delete') : key}</kbd>
              </Fragment>
            ))}
          </dt>
          <dd>{t(`keys.${name}`)}</dd>
        </Fragment>
      ))}
    </dl>
  )
}

/** Lists the shortcuts of the page that shows them, and those of every page. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslate()
  const [groups] = useState(currentKeyGroups)
  return (
    <Dialog title={t('keys.title')} onClose={onClose}>
      {groups.length > 0 && (
        <>
          <h3 className="mt-4 font-semibold">{t('keys.here')}</h3>
          <Keys shortcuts={groups.flatMap((group) => ofPage[group])} />
          <h3 className="mt-5 font-semibold">{t('keys.everywhere')}</h3>
        </>
      )}
      <Keys shortcuts={ofSite()} />
      <p className="mt-6 flex justify-end">
        <DialogClose className="button button-quiet">{t('dialog.close')}</DialogClose>
      </p>
    </Dialog>
  )
}
