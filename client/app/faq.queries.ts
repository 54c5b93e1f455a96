import * as z from 'zod/mini'
import { FaqItem } from '#shared/faq.ts'
import { sitePaths } from '#shared/site-paths.ts'
import type { FaqPage } from '#shared/site-paths.ts'
import { apiQuery } from './api.ts'

export const faqQuery = (page: FaqPage) => apiQuery(sitePaths.api.faq(page), import.meta.env.DEV && z.array(FaqItem))
