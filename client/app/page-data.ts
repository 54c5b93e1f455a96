import type { Locale } from '#shared/locale.ts'
import type { Site } from '#shared/site.ts'
import type { Outcome } from './app.tsx'
import type { Assets } from './document.tsx'

/** Without the time of the answer: the same data gives the same page. */
export type KnownQuery = { key: readonly unknown[]; data: object }

export type PageData = { site: Site; locale: Locale; outcome: Outcome; assets: Assets; queries: KnownQuery[] }
