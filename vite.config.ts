import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import type { Plugin } from 'vite'

/** The package names its files for development alone, whose warnings are of no use in a build. */
const reactRouter = fileURLToPath(import.meta.resolve('react-router')).replace(/\bdevelopment\b/, 'production')

/** Says of React Router's components and contexts that making one does nothing else: those that nobody uses go. */
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

export default defineConfig(({ command }) => ({
  plugins: [react(), tailwindcss(), shakeReactRouter],
  publicDir: 'client/public',
  appType: 'custom',
  resolve: { alias: command === 'build' ? [{ find: /^react-router$/, replacement: reactRouter }] : [] },
  build: { assetsInlineLimit: 0 },
}))
