import { earlyClicksScript } from './early-clicks.ts'
import { themeScript } from './theme.ts'

/** Runs before anything is rendered. The server allows this very text by its hash. */
export const headScript = themeScript + earlyClicksScript
