import type { Locale } from '#shared/locale.ts'
import type { Site } from '#shared/site.ts'
import type { Outcome } from './app.tsx'
import type { Assets } from './document.tsx'

/** What a query of the API has answered. When that was is not said: the same data gives the same page. */
export type KnownQuery = { key: readonly unknown[]; data: unknown }

/** What travels with the server's page, so that the browser draws the same without asking again. */
export type PageData = { site: Site; locale: Locale; outcome: Outcome; assets: Assets; queries: KnownQuery[] }
