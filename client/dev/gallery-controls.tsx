import { Copy, Search, X } from 'lucide-react'
import { useState } from 'react'
import { Spinner } from '../ui/spinner.tsx'
import { Sample, Section } from './gallery-parts.tsx'

const states = [
  { name: 'rest' },
  { name: 'hover', className: 'force-hover' },
  { name: 'focus', className: 'force-focus' },
  { name: 'disabled', disabled: true },
]
const buttons = [
  { kind: 'button', classes: 'button' },
  { kind: 'button-quiet', classes: 'button button-quiet' },
]

export function Buttons() {
  const [isPressed, setPressed] = useState(true)
  return (
    <Section title="Buttons">
      {buttons.map(({ kind, classes }) => (
        <Sample key={kind} name={`${kind}: rest, hover, focus, disabled, icon, busy, link`}>
          <div className="flex flex-wrap items-center gap-3">
            {states.map(({ name, className = '', disabled = false }) => (
              <button key={name} type="button" className={`${classes} ${className}`} disabled={disabled}>
                {name}
              </button>
            ))}
            <button type="button" className={classes}>
              <Copy className="size-4" aria-hidden="true" /> icon
            </button>
            <button type="button" className={classes} disabled>
              <Spinner /> busy
            </button>
            <a href="#buttons" className={classes}>
              link
            </a>
          </div>
        </Sample>
      ))}
      <Sample name="icon-button: rest, hover, focus">
        {states.slice(0, 3).map(({ name, className = '' }) => (
          <button key={name} type="button" className={`icon-button mr-3 ${className}`} aria-label={name}>
            <X className="size-5" />
          </button>
        ))}
      </Sample>
      <Sample name="tab: rest, hover, focus, current, pressed">
        <div className="flex flex-wrap gap-2">
          {states.slice(0, 3).map(({ name, className = '' }) => (
            <a key={name} href="#buttons" className={`tab ${className}`}>
              {name}
            </a>
          ))}
          <a href="#buttons" className="tab" aria-current="true">
            current
          </a>
          <button type="button" className="tab" aria-pressed={isPressed} onClick={() => setPressed(!isPressed)}>
            {isPressed ? 'pressed' : 'not pressed'}
          </button>
        </div>
      </Sample>
    </Section>
  )
}

const switches = [
  { name: 'off', isOn: false },
  { name: 'on', isOn: true },
  { name: 'focus', isOn: true, className: 'force-focus' },
  { name: 'disabled', isOn: false, disabled: true },
]

export function Fields() {
  return (
    <Section title="Fields">
      {states.map(({ name, className = '', disabled = false }) => (
        <Sample key={name} name={`field: ${name}`} className="w-56">
          <input aria-label={name} className={`field ${className}`} placeholder="Placeholder" disabled={disabled} />
        </Sample>
      ))}
      <Sample name="field: filled" className="w-56">
        <input aria-label="filled" className="field" defaultValue="A value" />
      </Sample>
      <Sample name="field: error" className="w-56">
        <input
          aria-label="error"
          aria-invalid
          className="field"
          defaultValue="not an address"
          aria-describedby="wrong"
        />
        <p id="wrong" className="mt-1 text-sm text-danger">
          This is not an address.
        </p>
      </Sample>
      <Sample name="field-search" className="relative w-56">
        <Search className="pointer-events-none absolute bottom-3 left-3 size-5 text-muted" aria-hidden="true" />
        <input type="search" aria-label="search" className="field field-search" placeholder="Search" />
      </Sample>
      <Sample name="field: select" className="w-56">
        <select aria-label="select" className="field">
          <option>Any length</option>
          <option>Short</option>
        </select>
      </Sample>
      <Sample name="field: textarea" className="w-56">
        <textarea aria-label="textarea" className="field block" rows={2} defaultValue={'Two\nlines'} />
      </Sample>
      <Sample name="switch: off, on, focus, disabled">
        <div className="flex items-center gap-3">
          {switches.map(({ name, isOn, className = '', disabled = false }) => (
            <input
              key={name}
              type="checkbox"
              className={`switch ${className}`}
              aria-label={name}
              defaultChecked={isOn}
              disabled={disabled}
            />
          ))}
        </div>
      </Sample>
    </Section>
  )
}

const links = [
  { kind: 'nav-link', chosen: { className: 'active' } },
  { kind: 'side-link', chosen: { 'aria-current': 'page' as const } },
  { kind: 'footer-link', chosen: null },
]

export function Links() {
  return (
    <Section title="Links">
      <Sample name="in a text: rest, focus">
        <a href="#links">rest</a>{' '}
        {/* A link without a class has the look of links in a text; forcing takes a class, so the look is written out. */}
        <a href="#links" className="force-focus text-brand underline">
          focus
        </a>
      </Sample>
      {links.map(({ kind, chosen }) => (
        <Sample key={kind} name={`${kind}: rest, hover, focus${chosen ? ', current' : ''}`}>
          <div className="flex flex-wrap items-center gap-4">
            {states.slice(0, 3).map(({ name, className = '' }) => (
              <a key={name} href="#links" className={`${kind} ${className}`}>
                {name}
              </a>
            ))}
            {chosen && (
              <a href="#links" {...chosen} className={`${kind} ${'className' in chosen ? chosen.className : ''}`}>
                current
              </a>
            )}
          </div>
        </Sample>
      ))}
    </Section>
  )
}
