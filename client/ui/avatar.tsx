import { contrastTextColor } from './contrast-text-color.ts'

const sizes = { small: 'size-8', large: 'size-18' }
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Not by the language of the machine, which may not be the same on the server and in the browser. */
function firstLetter(name: string): string {
  const [first] = graphemes.segment(name.trim().toLocaleUpperCase('en'))
  return first?.segment ?? ''
}

type AvatarProps = {
  name: string
  /** As `#rrggbb`. */
  colour?: string
  /** 32 or 72 px. */
  size?: 'small' | 'large'
  label?: string
}

/** The first letter of a name on the person's colour: rendered, as the policy of the pages forbids styles in the markup. */
export function Avatar({ name, colour = '#4c2fa2', size = 'small', label }: AvatarProps) {
  const labelProps = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label }
  return (
    <svg viewBox="0 0 32 32" className={`${sizes[size]} shrink-0 select-none`} {...labelProps}>
      <circle cx="16" cy="16" r="16" fill={colour} />
      <text
        x="16"
        y="16"
        dy="0.35em"
        fill={contrastTextColor(colour)}
        textAnchor="middle"
        fontSize="16"
        className="font-heading font-bold"
      >
        {firstLetter(name)}
      </text>
    </svg>
  )
}
