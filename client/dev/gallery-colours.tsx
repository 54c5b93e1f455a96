import { useEffect, useRef, useState } from 'react'
import { useTheme } from '../app/theme.ts'
import { contrast } from '../ui/avatar.tsx'
import { Sample, Section } from './gallery-parts.tsx'

const tokens = {
  ground: 'bg-ground',
  surface: 'bg-surface',
  raised: 'bg-raised',
  text: 'bg-text',
  muted: 'bg-muted',
  line: 'bg-line',
  brand: 'bg-brand',
  'brand-strong': 'bg-brand-strong',
  'brand-hover': 'bg-brand-hover',
  'brand-soft': 'bg-brand-soft',
  warning: 'bg-warning',
  star: 'bg-star',
  good: 'bg-good',
  danger: 'bg-danger',
}
type Token = keyof typeof tokens
const grounds: Token[] = ['ground', 'surface', 'raised', 'brand-soft', 'warning']
const inks = {
  text: 'text-text',
  muted: 'text-muted',
  brand: 'text-brand',
  star: 'text-star',
  good: 'text-good',
  danger: 'text-danger',
}
const filled: Token[] = ['brand-strong', 'brand-hover']

function hexOf(rgb: string): string {
  const parts = rgb.match(/\d+/g)?.slice(0, 3) ?? []
  return `#${parts.map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`
}

function useComputedColour<Shown extends HTMLElement>(property: 'backgroundColor' | 'color') {
  const element = useRef<Shown>(null)
  const { isDark } = useTheme()
  const [shown, setShown] = useState('')
  useEffect(() => {
    if (isDark !== null && element.current) setShown(hexOf(getComputedStyle(element.current)[property]))
  }, [isDark, property])
  return [element, shown] as const
}

function Swatch({ token }: { token: Token }) {
  const [element, shown] = useComputedColour<HTMLSpanElement>('backgroundColor')
  return (
    <li className="flex items-center gap-2">
      <span
        ref={element}
        className={`size-10 shrink-0 rounded-lg border border-line ${tokens[token]}`}
        aria-hidden="true"
      />
      <span className="min-w-0 text-sm leading-tight">
        {token}
        <span className="block font-mono text-xs text-muted">{shown || '…'}</span>
      </span>
    </li>
  )
}

function Pair({ ink, ground }: { ink: string; ground: Token }) {
  const [letters, above] = useComputedColour<HTMLSpanElement>('color')
  const [cell, below] = useComputedColour<HTMLTableCellElement>('backgroundColor')
  const measured = above && below ? contrast(above, below) : null
  const isLow = measured !== null && measured < 4.5
  return (
    <td ref={cell} className={`border border-line px-3 py-2 ${tokens[ground]}`}>
      <span ref={letters} className={`whitespace-nowrap ${ink} ${isLow ? 'underline decoration-wavy' : ''}`}>
        Aa {measured?.toFixed(1) ?? '…'}
      </span>
    </td>
  )
}

function Contrasts() {
  return (
    <div className="overflow-x-auto">
      <table className="text-left text-sm">
        <thead>
          <tr>
            <th>
              <span className="sr-only">Ink</span>
            </th>
            {grounds.map((ground) => (
              <th key={ground} scope="col" className="px-3 py-1 font-mono text-xs font-normal text-muted">
                {ground}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Object.entries(inks).map(([name, ink]) => (
            <tr key={name}>
              <th scope="row" className="pr-3 font-mono text-xs font-normal text-muted">
                {name}
              </th>
              {grounds.map((ground) => (
                <Pair key={ground} ink={ink} ground={ground} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

export function Colours() {
  return (
    <Section title="Colours">
      <ul className="grid w-full grid-cols-2 gap-3 sm:grid-cols-4 lg:grid-cols-7">
        {(Object.keys(tokens) as Token[]).map((token) => (
          <Swatch key={token} token={token} />
        ))}
      </ul>
      <Sample name="contrast; below 4.5 underlined">
        <Contrasts />
      </Sample>
      <Sample name="white on a filled button">
        <table className="text-left text-sm">
          <tbody>
            {filled.map((ground) => (
              <tr key={ground}>
                <th scope="row" className="pr-3 font-mono text-xs font-normal text-muted">
                  {ground}
                </th>
                <Pair ink="text-white" ground={ground} />
              </tr>
            ))}
          </tbody>
        </table>
      </Sample>
    </Section>
  )
}

const radii = ['rounded-sm', 'rounded-md', 'rounded-lg', 'rounded-xl', 'rounded-2xl', 'rounded-full']
const shadows = ['shadow-card', 'shadow-raised']

export function Shapes() {
  return (
    <Section title="Radii and shadows">
      {radii.map((radius) => (
        <Sample key={radius} name={radius}>
          <div className={`size-16 border border-line bg-brand-soft ${radius}`} />
        </Sample>
      ))}
      {shadows.map((shadow) => (
        <Sample key={shadow} name={shadow}>
          <div className={`size-16 rounded-xl bg-raised ${shadow}`} />
        </Sample>
      ))}
    </Section>
  )
}
