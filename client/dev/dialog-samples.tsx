import { useRef, useState } from 'react'
import { Dialog, DialogClose } from '../ui/dialog.tsx'
import { Menu, MenuChoices, MenuLink } from '../ui/menu.tsx'
import { useToast } from '../ui/toast.tsx'
import { ComboboxSample } from './gallery-combobox.tsx'
import { Frame, Sample, Section } from './gallery-parts.tsx'

const kinds = ['dialog', 'alert', 'long', 'without a visible title'] as const
type Kind = (typeof kinds)[number]

function Dialogs() {
  const [shown, setShown] = useState<Kind | null>(null)
  const close = () => setShown(null)
  return (
    <div className="flex max-w-72 flex-wrap gap-2">
      {kinds.map((kind) => (
        <button key={kind} type="button" className="button button-quiet" onClick={() => setShown(kind)}>
          {kind}
        </button>
      ))}
      {shown && (
        <Dialog
          title="Leave this page?"
          isTitleHidden={shown === 'without a visible title'}
          isAlert={shown === 'alert'}
          onClose={close}
        >
          <p className="mt-2 text-muted">{'What was typed is lost. '.repeat(shown === 'long' ? 150 : 1)}</p>
          <p className="mt-6 flex flex-wrap justify-end gap-3">
            <DialogClose className="button button-quiet">Cancel</DialogClose>
            <DialogClose className="button">Leave</DialogClose>
          </p>
        </Dialog>
      )}
    </div>
  )
}

function OpenDialog() {
  return (
    <Frame className="h-64 w-full sm:w-96">
      <div className="backdrop" />
      <div className="dialog">
        <p className="text-xl font-bold">Leave this page?</p>
        <p className="mt-2 text-muted">What was typed is lost.</p>
        <p className="mt-6 flex flex-wrap justify-end gap-3">
          <button type="button" className="button button-quiet">
            Cancel
          </button>
          <button type="button" className="button">
            Leave
          </button>
        </p>
      </div>
    </Frame>
  )
}

const stay = (event: { preventDefault: () => void }) => event.preventDefault()

const choices = [
  { value: 'one', label: 'One', note: 'What it means' },
  { value: 'other', label: 'Another one', note: 'What the other one means' },
]

function LiveMenu() {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState('one')
  return (
    <>
      <button
        ref={button}
        type="button"
        className="button button-quiet"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        Open a menu
      </button>
      <Menu label="Examples" anchor={button} isOpen={isOpen} onOpenChange={setOpen}>
        {['One', 'Another one', 'The last one'].map((name) => (
          <MenuLink key={name} href="#opened" onClick={stay}>
            {name}
          </MenuLink>
        ))}
        <MenuChoices chosen={chosen} choices={choices} onChoose={setChosen} />
      </Menu>
    </>
  )
}

const entries = [
  { name: 'rest' },
  { name: 'hover', className: 'force-hover' },
  { name: 'highlighted', 'data-highlighted': '' },
  { name: 'selected', role: 'option', 'aria-selected': true },
]

function OpenMenu() {
  return (
    <div className="menu w-56">
      {entries.map(({ name, className = '', ...state }) => (
        <div key={name} className={`menu-item ${className}`} {...state}>
          {name}
        </div>
      ))}
    </div>
  )
}

function Notices() {
  const { notice, show } = useToast()
  return (
    <>
      <button type="button" className="button button-quiet" onClick={() => show('The address was copied')}>
        Show a notice
      </button>
      {notice}
    </>
  )
}

export function DialogSamples() {
  return (
    <Section title="Dialogs, menus, notices">
      <Sample name="Dialog: press to open">
        <Dialogs />
      </Sample>
      <Sample name="dialog and backdrop: open" className="w-full sm:w-auto">
        <OpenDialog />
      </Sample>
      <Sample name="Menu: press to open">
        <LiveMenu />
      </Sample>
      <Sample name="menu: open; menu-item in each state">
        <OpenMenu />
      </Sample>
      <Sample name="useToast: press to show">
        <Notices />
      </Sample>
      <ComboboxSample name="useCombobox: closed" />
      <ComboboxSample name="useCombobox: loading" typed="blo" isBusy />
      <ComboboxSample name="useCombobox: open, keys move" typed="bl" />
      <ComboboxSample name="useCombobox: empty" typed="xyz" />
    </Section>
  )
}
