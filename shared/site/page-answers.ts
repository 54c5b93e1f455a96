import * as z from 'zod/mini'

export const PageAnswersQuery = z.object({
  path: z._default(
    z
      .string()
      .check(z.maxLength(2_000), z.regex(/^\/(?![/\\])/))
      .check(z.meta({ description: 'Path of the page with its query string' })),
    '/',
  ),
})

/** Responses of the API that a page reads. The browser gets them in one request and needs no others for the page. */
export const PageAnswers = z.object({
  answers: z.array(z.object({ path: z.string(), status: z.int(), body: z.unknown() })),
})
export type PageAnswers = z.infer<typeof PageAnswers>
