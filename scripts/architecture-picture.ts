import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Picture of docs/architecture.md. After a change run `node scripts/architecture-picture.ts`. */
type Box = {
  id: string
  x: number
  y: number
  width: number
  lines: [title: string, ...about: string[]]
  kind?: 'outside' | 'data'
}
const boxes: Box[] = [
  { id: 'browser', x: 20, y: 20, width: 200, lines: ['Browser', 'client/, hydrated'], kind: 'outside' },
  {
    id: 'machines',
    x: 20,
    y: 120,
    width: 200,
    lines: ['Search engines', 'server/seo: sitemap, feeds'],
    kind: 'outside',
  },
  { id: 'stripe', x: 20, y: 330, width: 200, lines: ['Stripe or sandbox', 'server/sandbox'], kind: 'outside' },
  { id: 'app', x: 290, y: 20, width: 210, lines: ['One request', 'server/app.ts', 'target, viewer, limits'] },
  { id: 'cache', x: 580, y: 20, width: 240, lines: ['Response cache', 'server/cache: finished bytes', 'by cache tag'] },
  { id: 'pages', x: 290, y: 160, width: 210, lines: ['Pages', 'server/pages renders', 'client/ from those reads'] },
  {
    id: 'features',
    x: 580,
    y: 160,
    width: 240,
    lines: ['Features', 'library, saved, users, blog,', 'forum, subscription'],
  },
  { id: 'jobs', x: 290, y: 320, width: 210, lines: ['Jobs', 'mails, prices, digests,', 'reconciliation (pg-boss)'] },
  {
    id: 'database',
    x: 580,
    y: 320,
    width: 240,
    lines: ['PostgreSQL', 'tables, triggers, jobs,', 'cache_invalidation'],
    kind: 'data',
  },
]
/** Arrows by the sides of the boxes that they connect, with a label beside the middle. */
type Arrow = { from: string; to: string; sides: 'right' | 'down' | 'up'; label?: string }
const arrows: Arrow[] = [
  { from: 'browser', to: 'app', sides: 'right', label: 'HTTP' },
  { from: 'app', to: 'cache', sides: 'right', label: 'a hit' },
  { from: 'app', to: 'pages', sides: 'down', label: 'a page' },
  { from: 'pages', to: 'features', sides: 'right', label: 'reads' },
  { from: 'cache', to: 'features', sides: 'down', label: 'a miss' },
  { from: 'features', to: 'database', sides: 'down', label: 'SQL' },
  { from: 'jobs', to: 'database', sides: 'right', label: 'work' },
]

const heightOf = ({ lines }: Box) => 24 + lines.length * 20
const find = (id: string): Box => {
  const box = boxes.find((one) => one.id === id)
  if (!box) throw new Error(`The picture has no box ${id}.`)
  return box
}
const text = (x: number, y: number, content: string, name: string) =>
  `<text x="${x}" y="${y}" class="${name}">${content}</text>`

function boxOf(box: Box): string {
  const { x, y, width, lines, kind = 'own' } = box
  const texts = lines.map((line, at) => text(x + 14, y + 26 + at * 20, line, at === 0 ? 'title' : 'about'))
  return `<g><rect x="${x}" y="${y}" width="${width}" height="${heightOf(box)}" rx="10" class="${kind}"/>${texts.join('')}</g>`
}

const path = (d: string, isDashed = false) =>
  `<path d="${d}" class="way${isDashed ? ' dashed' : ''}" marker-end="url(#end)"/>`

function arrowOf({ from, to, sides, label = '' }: Arrow): string {
  const [a, b] = [find(from), find(to)]
  if (sides === 'right') {
    const y = Math.max(a.y, b.y) + 36
    const [start, end] = [a.x + a.width, b.x - 4]
    return path(`M${start} ${y}H${end}`) + text((start + end) / 2 - label.length * 3.4, y - 8, label, 'label')
  }
  const x = Math.max(a.x, b.x) + 60
  const [start, end] = [a.y + heightOf(a), b.y - 4]
  return path(`M${x} ${start}V${end}`) + text(x + 10, (start + end) / 2 + 5, label, 'label')
}

/** Arrow from the database's triggers back to the cache. */
function invalidation(): string {
  const [database, cache] = [find('database'), find('cache')]
  const right = database.x + database.width
  const [low, high] = [database.y + 36, cache.y + 36]
  return (
    path(`M${right} ${low}H${right + 40}V${high}H${right + 4}`, true) +
    text(right + 50, 200, 'triggers:', 'label') +
    text(right + 50, 218, 'drop by tag', 'label')
  )
}
/** Arrows from search engines and Stripe. */
const others = () => path('M220 156H254V76H286') + path('M220 366H286') + text(226, 358, 'webhook', 'label')

export function architecturePicture(): string {
  const style = `text{font-family:system-ui,sans-serif;font-size:14px;fill:#1d1830}.title{font-weight:700;font-size:15px}.about{fill:#4d4666}.label{font-size:13px;fill:#4c2fa2}.own{fill:#fff;stroke:#7455dc;stroke-width:2}.outside{fill:#f3f0fc;stroke:#b9a4ff;stroke-width:2}.data{fill:#e9e3fb;stroke:#4c2fa2;stroke-width:2}.way{fill:none;stroke:#4c2fa2;stroke-width:2}.dashed{stroke-dasharray:6 5}`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 430" role="img" aria-label="The way of a request and of a change">
<style>${style}</style>
<defs><marker id="end" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto-start-reverse"><path d="M0 0 10 5 0 10Z" fill="#4c2fa2"/></marker></defs>
<rect width="960" height="430" fill="#fbfaff"/>
${[...boxes.map(boxOf), ...arrows.map(arrowOf), others(), invalidation()].join('\n')}
</svg>
`
}

if (import.meta.main)
  writeFileSync(fileURLToPath(new URL('../docs/pictures/architecture.svg', import.meta.url)), architecturePicture())
