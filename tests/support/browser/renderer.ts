import type { PageRenderer } from '../../../server/pages/pages.ts'
import { renderer, startApp } from '../app.ts'

export async function startRenderCounter(settings: Record<string, string> = {}) {
  const rendered: string[] = []
  const state = { held: Promise.resolve() }
  const built = renderer
  const counting: PageRenderer | null = built && {
    ...built,
    render: async (page) => {
      rendered.push(page.url)
      const result = await built.render(page)
      await state.held
      return result
    },
  }
  return { of: await startApp(settings, undefined, counting), rendered, state }
}
