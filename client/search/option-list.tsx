import { CornerDownLeft } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { useId } from 'react'
import { Link } from '../app/link.tsx'
import { Highlight } from '../app/lists/highlight.tsx'
import type { useCombobox } from '../ui/use-combobox.ts'
import { ItemLink } from '../dialogs/item-link.tsx'
import type { TierItem } from '../dialogs/dialog-content.ts'
import { MyPromptMark } from '../saved/my-mark.tsx'
import { ItemTier } from './item-lock.tsx'
import { useTranslate } from './messages.ts'

export type SearchOption = {
  key: string
  Icon: LucideIcon
  title: string
  description?: string | undefined
  /** Part of the site that the option belongs to, at its right. */
  context?: string | undefined
  /** Prompt whose saved state and rating are shown. */
  markedSlug?: string | undefined
  item?: TierItem
} & ({ to: string } | { run: () => void })
export type OptionGroup = { name: string; label: string; options: SearchOption[]; isOld?: boolean }

type Box = ReturnType<typeof useCombobox>
type RowProps = {
  option: SearchOption
  pattern: RegExp | null
  props: ReturnType<Box['optionProps']>
  onClose: () => void
}

function Row({ option, pattern, props, onClose }: RowProps) {
  const { Icon, title, description, context, markedSlug, item } = option
  const content = (
    <>
      <Icon className="size-5 shrink-0 text-muted" aria-hidden="true" />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-semibold" dir="auto">
          <Highlight text={title} pattern={pattern} />
        </span>
        {description && (
          <span className="row-note block" dir="auto">
            <Highlight text={description} pattern={pattern} />
          </span>
        )}
      </span>
      {markedSlug && <MyPromptMark slug={markedSlug} isNarrow />}
      {context && (
        <span className="found-context" dir="auto">
          {context}
        </span>
      )}
      {item && <ItemTier item={item} />}
      <CornerDownLeft className="enter-sign size-4" aria-hidden="true" />
    </>
  )
  const common = { ...props, className: 'menu-item found-option' }
  if (!('to' in option))
    return (
      <button
        type="button"
        {...common}
        onClick={() => {
          onClose()
          // The dialog returns the focus when it closes, so that the action may move it.
          setTimeout(option.run)
        }}
      >
        {content}
      </button>
    )
  if (item)
    return (
      <ItemLink item={item} to={option.to} {...common} onOpened={onClose}>
        {content}
      </ItemLink>
    )
  return (
    <Link to={option.to} {...common} onClick={onClose}>
      {content}
    </Link>
  )
}

type OptionListProps = {
  groups: OptionGroup[]
  pattern: RegExp | null
  box: Box
  onClose: () => void
  fetchMore?: () => void
}

export function OptionList({ groups, pattern, box, onClose, fetchMore }: OptionListProps) {
  const t = useTranslate()
  const id = useId()
  const firsts = groups.map((_, at) => groups.slice(0, at).reduce((sum, { options }) => sum + options.length, 0))
  return (
    <div className="min-h-0 overflow-y-auto p-2">
      <div {...box.listProps} aria-label={t('search.results')}>
        {groups.map(({ name, label, options, isOld }, at) => (
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a listbox may contain groups, but no fieldset
          <div key={name} role="group" aria-labelledby={id + name} className={isOld ? 'opacity-60' : undefined}>
            <p id={id + name} className="found-group">
              {label}
            </p>
            {options.map((option, index) => (
              <Row
                key={option.key}
                option={option}
                pattern={pattern}
                props={box.optionProps((firsts[at] ?? 0) + index)}
                onClose={onClose}
              />
            ))}
          </div>
        ))}
      </div>
      {fetchMore && (
        <p className="p-2 text-center">
          <button type="button" className="button button-quiet" onClick={fetchMore}>
            {t('search.more')}
          </button>
        </p>
      )}
    </div>
  )
}
