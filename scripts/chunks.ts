type Graph = { getModuleInfo(id: string): { importers: readonly string[] } | null }

const roomOf = (id: string) => /\/client\/([^/]+)\//.exec(id)?.[1]
const sharedRooms = new Set(['start', 'app', 'ui', 'layout', 'dialogs', 'feed', undefined])
/** Rooms whose parts are loaded with those of another. */
const featureOfRoom: Record<string, string> = {
  saved: 'library',
  search: 'library',
  collections: 'library',
  moderation: 'forum',
}
function featureOf(id: string): string | undefined {
  const room = roomOf(id) ?? ''
  return featureOfRoom[room] ?? (sharedRooms.has(room) ? undefined : room)
}

const isShared = (id: string) => id.includes('/shared/') && !id.includes('/node_modules/')

const importersOf = (id: string, graph: Graph) => graph.getModuleInfo(id)?.importers ?? []

/** Dynamic imports are not followed. */
function pagesWith(id: string, graph: Graph, seen = new Set<string>()): string[] {
  if (seen.has(id)) return []
  seen.add(id)
  if (/(?:-page|entry-browser)\.tsx$/.test(id)) return [id]
  // Schemas made from schemas leave nothing in the browser.
  const importers = importersOf(id, graph).filter((importer) => !isShared(id) || !isShared(importer))
  return importers.flatMap((importer) => pagesWith(importer, graph, seen))
}

/** Of whoever imports it; what parts of `ui` import stands where they do. */
const roomsWith = (id: string, graph: Graph): (string | undefined)[] =>
  importersOf(id, graph).flatMap((importer) =>
    roomOf(importer) === 'ui' ? roomsWith(importer, graph) : [roomOf(importer)],
  )

/** Features whose pages have little in common: what only one page and its later parts load stays with that page. */
const apart = new Set(['forum'])
/** Their pages show parts of every feature, and have no limit of files. */
const everything = new Set<string | undefined>(['profile', 'admin'])
const pageName = (page = '') => /([^/]+)-page\.tsx$/.exec(page)?.[1] ?? 'site'

/** Of the editor of texts, which only later parts load: Rolldown tells no more of an icon than that the list of all has it. */
const editorIcons = /\/lucide-react\/.*\/(?:code|italic|letter-[bh]|link|list|list-ordered|text-quote)\.mjs$/

/** Small parts that several features share, or a page with what is loaded later: in a file that the page loads anyway. */
const placed: Record<string, string> = {
  '/client/app/error-text.ts': 'forms',
  '/client/app/session/me.queries.ts': 'site',
  '/client/app/unread-link.tsx': 'forum',
  '/shared/texts.ts': 'site',
}

/** The chunk of a module that several load: its feature, two features, what several have in common, or the site, which every page loads. Null: Rolldown decides. */
export function chunkOf(id: string, graph: Graph): string | null {
  if (editorIcons.test(id)) return 'editor'
  const at = /\/(?:client|shared)\/(?!.*node_modules).*$/.exec(id)?.[0] ?? ''
  if (placed[at]) return placed[at]
  const pages = pagesWith(id, graph)
  const moduleFeature = featureOf(id)
  if (moduleFeature && pages.some((page) => featureOf(page) === moduleFeature))
    return apart.has(moduleFeature) && new Set(pages).size === 1 ? pageName(pages[0]) : moduleFeature
  if (id.includes('rolldown/runtime')) return 'site'
  const all = [...new Set(pages.map(featureOf))]
  const features = all.length > 1 ? all.filter((feature) => !everything.has(feature)) : all
  if (features.includes(undefined)) return 'site'
  if (features.length > 1 && features.includes('library')) return 'site'
  if (all.length > 1 && all.includes('users')) return 'forms'
  if (features.length > (id.includes('/lucide-react/') ? 1 : 2)) return 'common'
  // Dialogs are loaded lazily by pages of all features.
  if (roomOf(id) === 'ui' && new Set(roomsWith(id, graph)).size > 3) return 'common'
  const isOfFeature = pages.length > 1 || (isShared(id) && features.length === 1)
  return isOfFeature ? features.map(String).toSorted().join('-') : null
}
