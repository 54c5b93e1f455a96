import { useState } from 'react'
import { partPattern } from '../search/highlight-pattern.ts'
import { SearchBox } from '../search/search-box.tsx'
import { Highlight } from '../ui/highlight.tsx'
import { useCombobox } from '../ui/use-combobox.ts'
import { Sample } from './gallery-parts.tsx'

const titles = ['Outlines for blog posts', 'Blog articles', 'Blurbs for books']

type ComboboxSampleProps = { name: string; typed?: string; isBusy?: boolean }

export function ComboboxSample({ name, typed: first = '', isBusy = false }: ComboboxSampleProps) {
  const [typed, setTyped] = useState(first)
  const [isOpen, setOpen] = useState(first !== '' && !isBusy)
  const found = titles.filter((title) => title.toLowerCase().includes(typed.toLowerCase()))
  const box = useCombobox({ keys: found, isOpen, setOpen })
  const type = (text: string) => {
    box.unmark()
    setTyped(text)
    setOpen(text !== '')
  }
  const choose = (title: string) => {
    setTyped(title)
    setOpen(false)
  }
  const close = () => {
    setOpen(false)
    return isOpen
  }
  return (
    <Sample name={name} className={`w-72 ${isOpen ? 'min-h-60' : ''}`}>
      <SearchBox
        label="Search"
        typed={typed}
        onType={type}
        placeholder="What do you want to get done?"
        otherParams={{}}
        isBusy={isBusy}
        onEscape={close}
        onKeyDown={box.onKeyDown}
        fieldProps={box.fieldProps}
      >
        {isOpen && (
          <div className="menu search-matches">
            {found.length === 0 && <p className="p-3 text-muted">Nothing was found</p>}
            {found.length > 0 && (
              <ul {...box.listProps} aria-label="Titles">
                {found.map((title, index) => (
                  <li key={title} role={box.listProps.role && 'presentation'}>
                    <button
                      type="button"
                      className="menu-item w-full text-left"
                      onClick={() => choose(title)}
                      {...box.optionProps(index)}
                    >
                      <span>
                        <Highlight text={title} pattern={partPattern(typed)} />
                      </span>
                    </button>
                  </li>
                ))}
              </ul>
            )}
          </div>
        )}
      </SearchBox>
    </Sample>
  )
}
