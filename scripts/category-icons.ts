import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** Icon of Lucide for each category of the starter library. */
export const iconNames: Record<string, string> = {
  'academic-writing': 'microscope',
  'account-management': 'handshake',
  'accounting-and-bookkeeping': 'receipt',
  advertising: 'megaphone',
  'ai-and-prompting': 'bot',
  'application-security': 'shield-check',
  'assistants-and-research': 'telescope',
  'brand-and-messaging': 'stamp',
  'business-finance': 'calculator',
  'care-notes': 'clipboard-plus',
  'career-and-job-search': 'briefcase',
  'code-review-and-testing': 'git-pull-request',
  'coding-agents': 'square-terminal',
  'compliance-and-privacy': 'lock-keyhole',
  'content-marketing': 'newspaper',
  'contracts-and-legal': 'scale',
  'cooking-and-meals': 'cooking-pot',
  'customer-research': 'ear',
  'customer-support': 'life-buoy',
  'data-and-spreadsheets': 'chart-line',
  'devops-and-incidents': 'siren',
  'documents-and-slides': 'presentation',
  'editing-and-translation': 'spell-check',
  'email-and-newsletters': 'mail',
  'events-and-webinars': 'ticket',
  'everyday-messages': 'gift',
  'fitness-and-movement': 'dumbbell',
  'games-and-worldbuilding': 'dices',
  'health-information': 'stethoscope',
  'hiring-and-people': 'user-plus',
  'home-and-everyday-life': 'house',
  'hospitality-and-property': 'concierge-bell',
  'image-and-video-prompts': 'image',
  'language-learning': 'languages',
  'leadership-and-management': 'compass',
  'meetings-and-decisions': 'gavel',
  'nonprofits-and-grants': 'hand-heart',
  'operations-and-quality': 'clipboard-list',
  'parenting-and-family': 'baby',
  'personal-finance-and-planning': 'piggy-bank',
  'product-management': 'package',
  'project-management': 'square-kanban',
  'proposals-and-tenders': 'file-pen-line',
  'public-relations': 'mic',
  'sales-outreach': 'send',
  'school-paperwork': 'backpack',
  'scripts-and-automation': 'workflow',
  'seo-and-search': 'search',
  'shops-and-listings': 'store',
  'social-media': 'share-2',
  'software-engineering': 'braces',
  'spain-paperwork': 'landmark',
  'spreadsheet-automation': 'sheet',
  'sql-and-databases': 'database',
  'startups-and-fundraising': 'rocket',
  'strategy-and-planning': 'route',
  'stress-sleep-and-habits': 'moon',
  'study-skills': 'book-open',
  'teaching-and-learning': 'graduation-cap',
  'technical-writing': 'file-code',
  travel: 'plane',
  'ux-and-design': 'palette',
  'video-and-podcasts': 'clapperboard',
  'writing-and-storytelling': 'feather',
}

type IconData = { node: [tag: string, attributes: Record<string, string>][] }

/** Covers the mark of the group, which a category without an icon shows. */
const cover = '<path d="M0 0h24v24H0z" fill="var(--tile)" stroke="none"/>'

async function symbolOf([slug, name]: [string, string]): Promise<string> {
  const file = resolve('node_modules/lucide-react/dist/esm/icons', `${name}.mjs`)
  const { __iconData: icon } = (await import(file)) as { __iconData: IconData }
  const elements = icon.node.map(([tag, { key: _key, ...attributes }]) => {
    const written = Object.entries(attributes).map(([attribute, value]) => ` ${attribute}="${value}"`)
    return `<${tag}${written.join('')}/>`
  })
  return `<symbol id="${slug}" viewBox="0 0 24 24">${cover}${elements.join('')}</symbol>\n`
}

/** Returns the file of symbols, one for each category, with its slug as id. */
export async function categoryIcons(): Promise<string> {
  const symbols = await Promise.all(Object.entries(iconNames).map(symbolOf))
  return `<svg xmlns="http://www.w3.org/2000/svg">\n<!-- Icons of Lucide (lucide.dev), ISC license -->\n${symbols.join('')}</svg>\n`
}

if (import.meta.main) writeFileSync('client/ui/category-icons.svg', await categoryIcons())
