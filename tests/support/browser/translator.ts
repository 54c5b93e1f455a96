import type { Page } from 'playwright-core'

/** Imitates Google Translate: replaces each text by a copy in new elements. */
export const translate = (page: Page) =>
  page.evaluate(() => {
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- nothing outside comes along
    const wrap = (root: Node) => {
      const texts: Node[] = []
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      for (let text: Node | null = walker.currentNode; text; text = walker.nextNode())
        if (text.nodeType === Node.TEXT_NODE && text.nodeValue?.trim()) texts.push(text)
      for (const text of texts) {
        const parent = text.parentElement
        if (!parent || parent.closest('font, script, style, textarea, option, title, svg, [translate=no]')) continue
        const [outer, inner] = [document.createElement('font'), document.createElement('font')]
        inner.textContent = text.nodeValue
        outer.append(inner)
        parent.replaceChild(outer, text)
      }
    }
    wrap(document.body)
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) addedNodes.forEach(wrap)
    }).observe(document.body, { childList: true, subtree: true })
  })
