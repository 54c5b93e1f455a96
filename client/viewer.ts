import { defaultTier } from '#shared/library.ts'

/** Who is looking, as far as the rules ask: the server's page is drawn for a visitor. */
export function useViewer(): { tier: number } {
  return { tier: defaultTier }
}
