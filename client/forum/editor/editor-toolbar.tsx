import { Bold, Code, Heading, Italic, Link, List, ListOrdered, TextQuote } from 'lucide-react'
import { useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useTranslate } from './messages.ts'
import { textChangeFor, markdownEdits } from './markdown-edits.ts'
import type { MarkdownEdit, SampleText, TextChange } from './markdown-edits.ts'

const icons = {
  bold: Bold,
  italic: Italic,
  heading: Heading,
  link: Link,
  quote: TextQuote,
  code: Code,
  list: List,
  numbers: ListOrdered,
}
const keys: Partial<Record<MarkdownEdit, string>> = { bold: 'B', italic: 'I', link: 'K' }

const isApple = () => /Mac|iPhone|iPad/.test(navigator.userAgent)

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>
/** True if the modifier of shortcuts is down: ⌘ on a Mac, where Ctrl moves the caret, else Ctrl. */
export const isCommandKey = ({ ctrlKey, metaKey, altKey, shiftKey }: Pressed) =>
  !altKey && !shiftKey && (isApple() ? metaKey && !ctrlKey : ctrlKey && !metaKey)

export function editForKey(event: Pressed): MarkdownEdit | undefined {
  if (!isCommandKey(event)) return undefined
  return markdownEdits.find((edit) => keys[edit] === event.key.toUpperCase())
}

/** Inserts the text as typing does, so that undo works. */
export function replaceText(
  area: HTMLTextAreaElement,
  { start, end, text, selection }: TextChange,
  onChange: (text: string) => void,
) {
  area.focus()
  area.setSelectionRange(start, end)
  // oxlint-disable-next-line typescript/no-deprecated -- nothing else can be undone
  if (!document.execCommand?.('insertText', false, text)) {
    area.setRangeText(text, start, end, 'end')
    onChange(area.value)
  }
  area.setSelectionRange(...selection)
}

export function applyEdit(
  area: HTMLTextAreaElement | null,
  edit: MarkdownEdit,
  sample: SampleText,
  onChange: (text: string) => void,
): void {
  if (!area) return
  const { value, selectionStart, selectionEnd } = area
  replaceText(area, textChangeFor(edit, { text: value, start: selectionStart, end: selectionEnd }, sample), onChange)
}

/** Index of the button to which a key moves the focus; undefined for other keys. */
function indexForKey(key: string, current: number): number | undefined {
  const last = markdownEdits.length - 1
  const targets: Record<string, number> = {
    ArrowRight: current === last ? 0 : current + 1,
    ArrowLeft: current === 0 ? last : current - 1,
    Home: 0,
    End: last,
  }
  return targets[key]
}

type ToolbarProps = { areaId: string; onEdit: (edit: MarkdownEdit) => void }

export function EditorToolbar({ areaId, onEdit }: ToolbarProps) {
  const t = useTranslate()
  const [current, setCurrent] = useState(0)
  const command = isApple() ? '⌘' : 'Ctrl+'
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const index = indexForKey(event.key, current)
    if (index === undefined) return
    event.preventDefault()
    setCurrent(index)
    event.currentTarget.querySelectorAll('button')[index]?.focus()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/interactive-supports-focus -- its buttons have the focus
    <div
      role="toolbar"
      aria-label={t('editor.tools')}
      aria-controls={areaId}
      className="flex flex-wrap border-b border-line p-1"
      onKeyDown={onKeyDown}
    >
      {markdownEdits.map((edit, index) => {
        const Icon = icons[edit]
        const key = keys[edit]
        return (
          <button
            key={edit}
            type="button"
            className="icon-button min-w-10"
            tabIndex={index === current ? 0 : -1}
            aria-label={t(`editor.edits.${edit}`)}
            aria-keyshortcuts={key && (isApple() ? `Meta+${key}` : `Control+${key}`)}
            title={key ? `${t(`editor.edits.${edit}`)} (${command}${key})` : t(`editor.edits.${edit}`)}
            onFocus={() => setCurrent(index)}
            // Prevents the button from taking focus and selection.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onEdit(edit)}
          >
            <Icon className="size-4.5" aria-hidden="true" />
          </button>
        )
      })}
    </div>
  )
}
