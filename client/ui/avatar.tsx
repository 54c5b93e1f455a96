const defaultColour = '#4c2fa2'
const sizes = { small: 'size-8', large: 'size-18' }
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** First letter in upper case, in a fixed locale, so that server and browser agree. */
function firstLetter(name: string): string {
  const [first] = graphemes.segment(name.trim().toLocaleUpperCase('en'))
  return first?.segment ?? ''
}

type AvatarProps = {
  name: string
  colour?: string
  size?: 'small' | 'large'
  label?: string
}

/** Initial of the user on the user's colour. It is an SVG, since CSP forbids inline styles. */
export function Avatar({ name, colour = defaultColour, size = 'small', label }: AvatarProps) {
  const labelProps = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label }
  return (
    <svg viewBox="0 0 32 32" className={`${sizes[size]} shrink-0 select-none`} {...labelProps}>
      <circle cx="16" cy="16" r="16" fill={colour} />
      <text
        x="16"
        y="16"
        dy="0.35em"
        fill={colour.startsWith('#') ? contrastTextColor(colour) : white}
        textAnchor="middle"
        fontSize="16"
        className="font-bold"
      >
        {firstLetter(name)}
      </text>
    </svg>
  )
}

/** Dark colour with the hue of a name, on which white has a contrast of at least 4.5. */
function nameColour(name: string): string {
  let hue = 0
  for (const letter of name) hue = (hue * 31 + (letter.codePointAt(0) ?? 0)) % 360
  return `hsl(${hue} 50% 30%)`
}

type AuthorAvatarProps = { author: { username: string; avatar_color: string } | null }

/** Avatar in a list. An author with the default colour has one that depends on the name. */
export function AuthorAvatar({ author }: AuthorAvatarProps) {
  if (!author) return <Avatar name="–" colour="#6d6784" />
  const { username, avatar_color } = author
  return <Avatar name={username} colour={avatar_color === defaultColour ? nameColour(username) : avatar_color} />
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(colour.slice(start, start + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Contrast ratio of two `#rrggbb` colours, from 1 to 21. WCAG demands 4.5 for text, 3 for large text. */
export function contrastRatio(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** Lightest near-black for which any background has a contrast of 4.5 to white or to this colour. */
const nearBlack = '#050308'
const white = '#ffffff'

export function contrastTextColor(ground: string): string {
  return contrastRatio(white, ground) >= contrastRatio(nearBlack, ground) ? white : nearBlack
}
