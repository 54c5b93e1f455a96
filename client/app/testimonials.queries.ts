import * as z from 'zod/mini'
import { paths } from '#shared/paths.ts'
import { Testimonial } from '#shared/subscription/schema.ts'
import { apiQuery } from './api.ts'

export const testimonialsQuery = apiQuery(paths.api.testimonials, import.meta.env.DEV && z.array(Testimonial))
