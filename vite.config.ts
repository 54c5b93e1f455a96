import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import type { Plugin } from 'vite'

const fileAt = (path: string) => fileURLToPath(new URL(path, import.meta.url))

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
        .replaceAll(/^\w+\.(?:displayName|contextType) = .*;$/gm, ''),
  },
}

/** CommonJS files of React as modules, so that scripts import their functions by name, without an interop script. */
const reactFiles: Record<string, string> = {
  react: 'react/cjs/react.production.js',
  'react/jsx-runtime': 'react/cjs/react-jsx-runtime.production.js',
  'react-dom': 'react-dom/cjs/react-dom.production.js',
  'react-dom/client': 'react-dom/cjs/react-dom-client.production.js',
  scheduler: 'scheduler/cjs/scheduler.production.js',
  'use-sync-external-store/shim': 'use-sync-external-store/cjs/use-sync-external-store-shim.production.js',
  'use-sync-external-store/shim/with-selector':
    'use-sync-external-store/cjs/use-sync-external-store-shim/with-selector.production.js',
}

const reactModules: Plugin = {
  name: 'react-modules',
  apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
  enforce: 'pre',
  resolveId: (source) => (reactFiles[source] ? fileAt(`node_modules/${reactFiles[source]}`) : null),
  transform: {
    filter: { id: /node_modules\/(?:react|react-dom|scheduler|use-sync-external-store)\/cjs\// },
    handler(code) {
      const names = new Set(Array.from(code.matchAll(/^\s*exports\.(\w+) =/gm), ([, name]) => name))
      const imports = Array.from(code.matchAll(/(\w+) = require\("([\w/-]+)"\)/g))
      const body = code
        .replace(/^var \w+ = require\([^;]*;$/m, '')
        .replaceAll(/^exports\.(\w+) =/gm, 'var _$1 =')
        .replaceAll(/\bexports\.(\w+)/g, '_$1')
      return [
        ...imports.map(([, name, source]) => `import * as ${name} from '${source}'`),
        body,
        `export { ${Array.from(names, (name) => `_${name} as ${name}`).join(', ')} }`,
        `export default { ${Array.from(names, (name) => `${name}: _${name}`).join(', ')} }`,
      ].join('\n')
    },
  },
}

/** Imports each icon from its file, since the package's index would belong to every page that uses an icon. */
const iconFiles: Plugin = {
  name: 'icon-files',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/client\//, code: "from 'lucide-react'" },
    handler: (code) =>
      code.replace(/import \{([^}]+)\} from 'lucide-react'/, (_, names: string) =>
        Array.from(names.matchAll(/(\w+)(?: as (\w+))?/g), ([, name = '', local = name]) => {
          const file = name.replaceAll(/(?<!^)[A-Z]|\d+/g, '-$&').toLowerCase()
          return `import ${local} from 'lucide-react/icons/${file}'`
        }).join(';'),
      ),
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

/** Gives each feature a copy of the parts of lists. They have no state, and in a chunk of their own they would be one more request. */
const listCopies: Plugin = {
  name: 'list-copies',
  apply: 'build',
  enforce: 'pre',
  async resolveId(source, importer = '', options) {
    if (!source.startsWith('.') || !/\/(?:lists\/[\w-]+|load-more)\.tsx?$/.test(source)) return null
    const found = await this.resolve(source, importer, { ...options, skipSelf: true })
    const owner = /\?of=(\w+)$/.exec(importer)?.[1] ?? /\/client\/([^/]+)/.exec(importer)?.[1]
    return found && { ...found, id: `${found.id}?of=${owner}` }
  },
}

export default defineConfig(({ command }) => ({
  plugins: [react(), tailwindcss(), reactModules, shakeReactRouter, iconFiles, shrinkIcons, listCopies],
  publicDir: 'client/public',
  appType: 'custom',
  resolve: {
    alias:
      command === 'build'
        ? [
            { find: /^react-router$/, replacement: reactRouter },
            { find: /^\.\.\/createLucideIcon\.mjs$/, replacement: fileAt('client/ui/lucide-icon.tsx') },
            { find: /^.*\/safeReact\.mjs$/, replacement: fileAt('client/ui/safe-react.ts') },
            { find: /^\.\/mutationCache\.js$/, replacement: fileAt('client/app/no-mutations.ts') },
          ]
        : [],
  },
  build: { assetsInlineLimit: 0 },
}))
