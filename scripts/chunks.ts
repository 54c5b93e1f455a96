type ModuleInfo = { importers: readonly string[]; dynamicImporters: readonly string[] }
type Graph = { getModuleInfo(id: string): ModuleInfo | null }

const users = ['login', 'register', 'forgot-password', 'reset-password', 'confirm-email', 'invitation', 'google']

/** Chunks of modules that several pages or lazy parts use, with their pages. A module belongs to the first one with all its pages. */
const chunks: Record<string, string[]> = {
  collections: ['collection'],
  marks: ['prompt', 'use-case', 'collection'],
  'library-items': ['prompt', 'pipeline'],
  'library-lists': ['library', 'category', 'use-case', 'collection', 'pipelines'],
  pipelines: ['pipelines', 'pipeline'],
  library: ['library', 'category', 'use-case', 'collection', 'pipelines', 'prompt', 'pipeline'],
  'thread-parts': ['thread'],
  'forum-parts': ['forum'],
  'new-thread': ['new-thread'],
  forum: ['forum', 'thread', 'new-thread'],
  blog: ['blog', 'post', 'preview'],
  legal: ['terms', 'privacy', 'site'],
  landing: ['landing'],
  subscription: ['subscription'],
  plans: ['landing', 'subscription', 'cancel'],
  notifications: ['unsubscribe'],
  users,
  accounts: [...users, 'subscription'],
  forms: [...users, 'cancel', 'unsubscribe'],
}

/** Pages that visitors do not see. They may load parts of every page. */
const privatePages = ['profile', 'admin', 'moderation']

const isShared = (id: string) => id.includes('/shared/') && !id.includes('/node_modules/')

/** Pages that import the module statically, directly or not. Imports within `shared` are mostly of schemas, which no chunk has. */
function pagesWith(id: string, graph: Graph, seen = new Set<string>()): string[] {
  if (seen.has(id)) return []
  seen.add(id)
  const page = /\/([\w-]+)-page\.tsx$|\/(entry-browser)\.tsx$/.exec(id)
  if (page) return [page[1] ?? 'entry']
  const importers = graph.getModuleInfo(id)?.importers ?? []
  const others = importers.filter((importer) => !isShared(id) || !isShared(importer))
  return (others.length > 0 ? others : importers).flatMap((importer) => pagesWith(importer, graph, seen))
}

/** Used by the admin area alone. Rolldown reports the package's index as their importer. */
const queryLists = /\/@tanstack\/.*\/(?:useQueries|queriesObserver)\.js$/
const schemas = '/node_modules/zod/'

/** Chunk of a module. Null: Rolldown decides. Every page loads `entry`, which has what no other chunk covers. */
export function chunkOf(id: string, graph: Graph): string | null {
  if (queryLists.test(id) || id.includes(schemas)) return 'admin'
  // In a chunk with others, a module that is also imported lazily would need Rolldown's runtime.
  if (graph.getModuleInfo(id)?.dynamicImporters.length) return null
  const pages = [...new Set(pagesWith(id, graph))]
  const ofVisitors = pages.filter((page) => !privatePages.includes(page))
  if (ofVisitors.length === 0) return pages.length > 1 ? 'members' : null
  const found = Object.entries(chunks).find(([, covered]) => ofVisitors.every((page) => covered.includes(page)))
  return found?.[0] ?? (ofVisitors.length > 1 || ofVisitors[0] === 'entry' ? 'entry' : null)
}

/** Modules of the entry belong to it even if nothing else uses them. */
export const entryChunkOf = (id: string, graph: Graph) => (chunkOf(id, graph) === 'entry' ? 'entry' : null)
