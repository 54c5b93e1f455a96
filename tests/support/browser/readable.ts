/* oxlint-disable unicorn/consistent-function-scoping -- the browser receives one function */
import type { Page } from 'playwright-core'

/** Page kinds of visitors. `thread` stands for the first thread of the forum. */
export const pageKinds = [
  '/',
  '/library',
  '/library?q=outline',
  '/library/category/content-marketing',
  '/library/use-case/blog-outlines',
  '/library/prompt/outline-a-long-read',
  '/library/prompt/turn-interview-notes-into-outline',
  '/library/pipelines',
  '/library/pipeline/webinar-to-newsletter',
  '/forum',
  'thread',
  '/blog',
  '/blog/five-parts-of-a-prompt',
  '/subscription',
  '/login',
  '/accessibility',
]

export async function openKind(page: Page, open: (path: string) => Promise<void>, kind: string): Promise<void> {
  if (kind !== 'thread') return open(kind)
  await open('/forum')
  await open((await page.locator('.thread-row .card-link').first().getAttribute('href')) ?? '')
}

/** Applies the text spacing of WCAG 1.4.12. A constructed sheet, since the CSP forbids foreign styles. */
export const addTextSpacing = (page: Page) =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(
      '*, ::before, ::after { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
    )
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  })

/** Controls of the content that are outside the window, or wholly below a bar, while they have the focus. */
export const coveredFocus = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const bars = '.topbar, .prompt-actions, .notice'
    const parts = [0.05, 0.5, 0.95]
    const controls = document.querySelectorAll<HTMLElement>(
      '#content :is(a[href], button, input, textarea, select, summary)',
    )
    return [...controls].flatMap((control) => {
      control.focus()
      const { left, top, width, height } = control.getBoundingClientRect()
      if (document.activeElement !== control || width <= 1 || control.closest(bars)) return []
      const isSeen = parts.some((x) =>
        parts.some((y) => document.elementFromPoint(left + width * x, top + height * y)?.closest(bars) === null),
      )
      return isSeen ? [] : [control.outerHTML.slice(0, 160)]
    })
  })

/**
 * Texts that are cut or covered by another text. Texts that an area scrolls to, one-line previews of a linked page and
 * folded texts with a button are no findings.
 */
export const unreadableTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    type Box = { left: number; top: number; right: number; bottom: number }
    type Word = { node: Text; box: Box }
    type Clip = { element: Element; bounds: Box; isClippedX: boolean; isClippedY: boolean }
    const describeNode = (node: Text) => {
      const { tagName, className } = node.parentElement as HTMLElement
      return `<${tagName.toLowerCase()} class="${className}"> ${node.data.trim().slice(0, 40)}`
    }
    const isPreview = (element: Element, style: CSSStyleDeclaration) =>
      (style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none') &&
      element.closest('a, button, [role=option], :is(li, article, tr):has(a)') !== null
    const clip = (box: Box, by: Box): Box => ({
      left: Math.max(box.left, by.left),
      top: Math.max(box.top, by.top),
      right: Math.min(box.right, by.right),
      bottom: Math.min(box.bottom, by.bottom),
    })
    const findings: string[] = []
    const words: Word[] = []

    /** Boxes that clip the text of an element. Null if the text is hidden, scrolls, stays in place or is a preview. */
    function clippingBoxes(parent: Element): Clip[] | null {
      const boxes: Clip[] = []
      for (
        let element: Element | null = parent;
        element && element !== document.body;
        element = element.parentElement
      ) {
        const style = getComputedStyle(element)
        const bounds = element.getBoundingClientRect()
        if (style.clipPath.startsWith('inset') || bounds.width <= 1) return null
        if (style.position === 'fixed' || style.position === 'sticky') return null
        const overflow = style.overflowX + style.overflowY
        if (/auto|scroll/.test(overflow)) return null
        if (!/hidden|clip/.test(overflow) || style.overflowClipMargin !== '0px') continue
        if (isPreview(element, style) || element.matches('.folded')) return null
        const [isClippedX, isClippedY] = [style.overflowX !== 'visible', style.overflowY !== 'visible']
        boxes.push({ element, bounds, isClippedX, isClippedY })
      }
      return boxes
    }
    const isCutBy = ({ bounds, isClippedX, isClippedY }: Clip, word: Box) => {
      const third = (word.bottom - word.top) / 3
      const isCutX = isClippedX && (word.left < bounds.left - 2 || word.right > bounds.right + 2)
      return isCutX || (isClippedY && (word.top < bounds.top - third || word.bottom > bounds.bottom + third))
    }

    const range = document.createRange()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
      const parent = node.parentElement
      if (!parent || node.data.trim() === '' || parent.closest('script, style, noscript, option')) continue
      if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
      const boxes = clippingBoxes(parent)
      if (!boxes) continue
      // Spaces at the end of a line may hang over the edge.
      for (const { 0: text, index } of node.data.matchAll(/\S+/g)) {
        range.setStart(node, index)
        range.setEnd(node, index + text.length)
        for (const word of range.getClientRects()) {
          const cutting = boxes.find((one) => isCutBy(one, word))
          if (cutting) findings.push(`cut by ${cutting.element.className}: ${describeNode(node)}`)
          else if (word.right > document.documentElement.clientWidth + 1 || word.left < -1)
            findings.push(`outside: ${describeNode(node)}`)
          words.push({ node, box: word })
        }
      }
    }
    words.sort((one, other) => one.box.top - other.box.top)
    for (const [at, one] of words.entries())
      for (let next = at + 1; next < words.length; next++) {
        const other = words[next] as Word
        if (other.box.top > one.box.bottom) break
        if (one.node === other.node) continue
        const shared = clip(one.box, other.box)
        const height = Math.min(one.box.bottom - one.box.top, other.box.bottom - other.box.top)
        if (shared.right - shared.left > 4 && shared.bottom - shared.top > height / 2)
          findings.push(`covered: ${describeNode(one.node)} / ${describeNode(other.node)}`)
      }
    for (const field of document.querySelectorAll<HTMLTextAreaElement>('textarea'))
      if (field.checkVisibility({ visibilityProperty: true }) && getComputedStyle(field).overflowY === 'hidden')
        if (field.scrollHeight > field.clientHeight + 4)
          findings.push(`cut field: ${field.className} ${field.value || field.placeholder}`)
    return [...new Set(findings)]
  })
