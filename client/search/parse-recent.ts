import { paths } from '#shared/paths.ts'
import { parseStorage } from '../app/storage.ts'

type RecentPrompt = { title: string; path: string }

/** True if all paths are on this site. Other scripts may have changed the storage. */
const areRecent = (prompts: RecentPrompt[]) =>
  prompts.every(({ title, path }) => typeof title === 'string' && path.startsWith(paths.prompt('')))

/** Reads the stored list of recently viewed prompts. */
export const parseRecent = (text: string | null): RecentPrompt[] => parseStorage(text, areRecent) ?? []
