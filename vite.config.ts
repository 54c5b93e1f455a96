import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import type { Plugin } from 'vite'

/** React Router's exports default to its development files, which include warnings. */
const reactRouter = fileURLToPath(import.meta.resolve('react-router')).replace(/\bdevelopment\b/, 'production')

/** Marks React Router's components as pure, so that unused ones are removed. */
const shakeReactRouter: Plugin = {
  name: 'shake-react-router',
  apply: 'build',
  transform: {
    filter: { id: /node_modules\/react-router\// },
    handler: (code) =>
      code
        .replaceAll(/\bReact\d*\.(?:createContext|forwardRef|memo)\(/g, '/* @__PURE__ */ $&')
        .replaceAll(/^\w+\.displayName = .*;$/gm, ''),
  },
}

const shrinkIcons: Plugin = {
  name: 'drawn-icons',
  apply: 'build',
  transform: {
    filter: { id: /node_modules\/lucide-react\/.*\/icons\/[\w-]+\.mjs$/ },
    handler: (code) => code.replace(/name: "[\w-]+",\s*size: 24,/, '').replaceAll(/,\s*key: "\w+"(?=\s*\})/g, ''),
  },
}

/** Copies modules into chunks that would otherwise share a file with every page; the modules have no state. */
const copied: Record<string, RegExp> = {
  '/client/blog/blog-filters.tsx': /\/counted-tabs\.tsx$/,
  '/client/blog/post-list.tsx': /\/paged-list\.tsx$/,
  '/client/library/library-page.tsx': /\/(?:counted-tabs|free-toggle)\.tsx$/,
  '/client/library/category-page.tsx': /\/(?:category-icon|free-toggle|group-cards|prompt-card|search-box)\.tsx?$/,
  '/client/library/category-list.tsx': /\/(?:category-icon|group-cards)\.tsx?$/,
  '/client/library/use-case-page.tsx': /\/free-toggle\.tsx$/,
  '/client/library/use-case-search.tsx': /\/search-box\.tsx$/,
  '/client/library/prompt-list.tsx': /\/(?:paged-list|prompt-card)\.tsx$/,
  '/client/library/prompt-card.tsx?own=category-page': /\/prompt-inputs\.tsx$/,
  '/client/library/prompt-card.tsx?own=prompt-list': /\/prompt-inputs\.tsx$/,
  '/client/library/prompt-card.tsx?own=collections': /\/prompt-inputs\.tsx$/,
  '/client/library/run-menu.tsx': /\/copy-button\.tsx$/,
  '/client/search/search-dialog.tsx': /\/use-combobox\.ts$/,
  '/client/search/use-found.ts': /\/(?:use-debounced|pipelines\.queries|find-pipelines)\.ts$/,
  '/client/search/find-titles.ts': /\/find-pipelines\.ts$/,
  '/client/search/use-actions.ts': /\/parse-recent\.ts$/,
  '/client/subscription/cancel-page.tsx': /\/(?:subscription-status\.queries|use-link-token)\.ts$/,
  '/client/subscription/subscription-page.tsx': /\/use-focus-after-dialog\.ts$/,
  '/client/subscription/cancel-statement.tsx': /\/save-file\.ts$/,
  '/client/users/confirm-email-page.tsx': /\/purchase-target\.ts$/,
  '/client/app/purchase-target.ts?own=users': /\/purchase-target\.ts$/,
  '/client/collections/collection-page.tsx': /\/(?:my-prompts\.tsx|saved\.queries\.ts)$/,
  '/client/forum/thread-row.tsx': /\/(?:avatar|team-badge)\.tsx$/,
  '/client/forum/thread/byline.tsx': /\/(?:avatar|team-badge)\.tsx$/,
  '/client/admin/library/label-fields.tsx': /\/placeholders\.ts$/,
  '/client/admin/library/item-preview.tsx': /\/placeholders\.ts$/,
  '/client/admin/library/pipeline-draft.ts': /\/pipelines\.ts$/,
  '/client/admin/library/pipeline-fields.tsx': /\/pipelines\.ts$/,
  '/client/forum/thread-filters.tsx': /\/use-address-filters\.ts$/,
  '/client/blog/post-actions.tsx': /\/(?:share-button|save-toggle)\.tsx$/,
  '/client/collections/my-prompts.tsx?own=collections': /\/(?:loaded-list|prompt-card)\.tsx$/,
  '/client/profile/profile-page.tsx': /\/counted-tabs\.tsx$/,
  '/shared/library/pipeline-inputs.ts': /\/(?:schema|pipelines|placeholders)\.ts$/,
}
const ofPipelines = /\/client\/pipelines\/|\/shared\/library\/fill-pipeline\.ts$|\?own=pipelines$/
const libraryParts =
  /\/client\/(?:(?:library|search)\/(?!run-menu|messages\.\w\w\.ts)|ui\/lock\.tsx|app\/(?:beacon\.ts|lists\/counted-tabs\.tsx))|\/shared\/library\/(?:schema|placeholders)\.ts/

const chunkCopies: Plugin = {
  name: 'own-copies',
  apply: 'build',
  enforce: 'pre',
  async resolveId(source, importer = '', options) {
    const name = Object.keys(copied).find((end) => importer.endsWith(end))
    const isOfPipelines = ofPipelines.test(importer)
    if (!isOfPipelines && (!name || !copied[name]?.test(source))) return null
    const found = await this.resolve(source, importer, { ...options, skipSelf: true })
    // A copy is named after its folder, or after the file in the library, where pages have their own ones.
    const owner = importer.split('?own=')[1] ?? /\/client\/(?:library\/)?([^/.]+)/.exec(importer)?.[1] ?? 'shared'
    if (!isOfPipelines) return found && { ...found, id: `${found.id}?own=${owner}` }
    return found && libraryParts.test(found.id) ? { ...found, id: `${found.id}?own=pipelines` } : found
  },
}

const lucideIcon = fileURLToPath(new URL('client/ui/lucide-icon.tsx', import.meta.url))

export default defineConfig(({ command }) => ({
  plugins: [react(), tailwindcss(), shakeReactRouter, shrinkIcons, chunkCopies],
  publicDir: 'client/public',
  appType: 'custom',
  resolve: {
    alias:
      command === 'build'
        ? [
            { find: /^react-router$/, replacement: reactRouter },
            { find: /^\.\.\/createLucideIcon\.mjs$/, replacement: lucideIcon },
          ]
        : [],
  },
  build: { assetsInlineLimit: 0 },
}))
