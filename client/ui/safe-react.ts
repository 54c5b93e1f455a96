import { useId, useInsertionEffect, useLayoutEffect } from 'react'

/** Replaces Base UI's copy of all of React in builds (vite.config.ts). Base UI treats other functions as missing. */
export const SafeReact = { useId, useInsertionEffect, useLayoutEffect }
