type Graph = { getModuleInfo(id: string): { importers: readonly string[] } | null }

const roomOf = (id: string) => /\/client\/([^/]+)\//.exec(id)?.[1]
const sharedRooms = new Set(['start', 'app', 'ui', 'layout', 'dialogs', 'feed', undefined])
/** Folders that share the chunks of another one. */
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

/** Pages that import the module statically, directly or not. */
function pagesWith(id: string, graph: Graph, seen = new Set<string>()): string[] {
  if (seen.has(id)) return []
  seen.add(id)
  if (/(?:-page|entry-browser)\.tsx$/.test(id)) return [id]
  const importers = importersOf(id, graph).filter((importer) => !isShared(id) || !isShared(importer))
  return importers.flatMap((importer) => pagesWith(importer, graph, seen))
}

/** Folders that import the module, directly or through parts of `ui`. */
const roomsWith = (id: string, graph: Graph): (string | undefined)[] =>
  importersOf(id, graph).flatMap((importer) =>
    roomOf(importer) === 'ui' ? roomsWith(importer, graph) : [roomOf(importer)],
  )

/** Features whose pages share little: a module of one page stays with that page. */
const apart = new Set(['forum'])
/** Features with pages that use parts of every feature, without a limit on files. */
const everything = new Set<string | undefined>(['profile', 'admin'])
const pageName = (page = '') => /([^/]+)-page\.tsx$/.exec(page)?.[1] ?? 'site'

/** Icons of the text editor, which is loaded on demand. Rolldown reports only the icon list as their importer. */
const editorIcons = /\/lucide-react\/.*\/(?:code|italic|letter-[bh]|link|list|list-ordered|text-quote)\.mjs$/

/** Used by the admin area alone. Rolldown reports the package's index as their importer. */
const queryLists = /\/@tanstack\/.*\/(?:useQueries|queriesObserver)\.js$/

/** Small shared modules and the chunk that contains them, which the page loads anyway. */
const placed: Record<string, string> = {
  '/client/app/error-text.ts': 'forms',
  '/client/app/session/me.queries.ts': 'site',
  '/client/app/unread-link.tsx': 'forum',
  '/shared/texts.ts': 'site',
}

/** Chunk of a shared module: a feature, two features, `common`, or `site`, which every page loads. Null: Rolldown decides. */
export function chunkOf(id: string, graph: Graph): string | null {
  if (editorIcons.test(id)) return 'editor'
  if (queryLists.test(id)) return 'admin'
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
