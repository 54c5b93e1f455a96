import { Fragment, useId, useState } from 'react'
import { currentKeyGroups, useSingleKeyShortcuts } from './use-page-keys.ts'
import type { KeyGroup } from './use-page-keys.ts'
import { Dialog, DialogClose } from '../ui/dialog.tsx'
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

const searchKey = () => (/Mac|iP(?:hone|ad)/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K')
const ofSite = (): readonly Shortcut[] => [
  ['search', '/', searchKey()],
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

function SingleKeySwitch() {
  const t = useTranslate()
  const { isOn, setOn } = useSingleKeyShortcuts()
  const note = useId()
  return (
    <div className="mt-5">
      <label className="flex min-h-11 cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          role="switch"
          checked={isOn}
          aria-checked={isOn}
          aria-describedby={note}
          onChange={({ currentTarget: { checked } }) => setOn(checked)}
          className="switch"
        />
        {t('single.label')}
      </label>
      <p id={note} className="text-sm text-muted">
        {t('single.note', { key: searchKey() })}
      </p>
    </div>
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
      <SingleKeySwitch />
      <p className="mt-6 flex justify-end">
        <DialogClose className="button button-quiet">{t('dialog.close')}</DialogClose>
      </p>
    </Dialog>
  )
}
