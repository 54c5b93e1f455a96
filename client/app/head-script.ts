import { earlyClicksScript } from './early-clicks.ts'
import { themeScript } from './theme.ts'

/** Runs before anything is rendered. The server allows this very text by its hash; no browser needs it a second time. */
export const headScript = import.meta.env.SSR ? themeScript + earlyClicksScript : ''
