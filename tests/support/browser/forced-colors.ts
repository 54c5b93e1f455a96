/* oxlint-disable unicorn/consistent-function-scoping -- the browser receives one function */
import type { Page } from 'playwright-core'

/** Fields, blanks and buttons without an edge, and icons without contrast. */
export const unseenControls = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const describeElement = (element: Element) =>
      `<${element.tagName.toLowerCase()} class="${element.getAttribute('class')}"> ${element.textContent.trim().slice(0, 30)}`
    const backgroundOf = (element: Element | null): string => {
      if (!element) return 'rgb(255, 255, 255)'
      const { backgroundColor } = getComputedStyle(element)
      return /, 0\)$|transparent/.test(backgroundColor) ? backgroundOf(element.parentElement) : backgroundColor
    }
    const isSeen = (color: string, element: Element) => color !== 'none' && color !== backgroundOf(element)
    const hasEdge = (element: Element): boolean => {
      const style = getComputedStyle(element)
      const parent = element.parentElement as Element
      return (
        (style.outlineStyle !== 'none' && isSeen(style.outlineColor, parent)) ||
        (style.borderBottomStyle !== 'none' &&
          style.borderBottomWidth !== '0px' &&
          isSeen(style.borderBottomColor, parent)) ||
        (element.matches('input') && style.appearance === 'auto')
      )
    }
    const isShown = (element: Element) => {
      const { width, height } = element.getBoundingClientRect()
      return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    }
    const shown = (selector: string) => [...document.querySelectorAll(selector)].filter(isShown)
    const controls = shown('input:not([type=hidden]), textarea, select, .button, .blank, .chip')
    const edgeless = controls.filter((one) => !hasEdge(one) && !(one.parentElement && hasEdge(one.parentElement)))
    const unseenIcons = shown('svg').filter((icon) =>
      [icon, ...icon.querySelectorAll('*')].every((part) => {
        const { fill, stroke } = getComputedStyle(part)
        return !isSeen(fill, icon) && !isSeen(stroke, icon)
      }),
    )
    return [
      ...edgeless.map((one) => `no edge: ${describeElement(one)}`),
      ...unseenIcons.map((one) => `icon: ${one.outerHTML.slice(0, 120)}`),
    ]
  })

/** Selected elements that look like unselected ones, apart from the weight of their text. */
export const indistinctStates = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const attributes = ['aria-current', 'aria-selected', 'aria-pressed', 'data-highlighted']
    const lookOf = (root: Element) =>
      [root, ...root.querySelectorAll('*')].map((element) => {
        const style = getComputedStyle(element)
        const edge = (side: string) =>
          style.getPropertyValue(`${side}-style`) === 'none' || style.getPropertyValue(`${side}-width`) === '0px'
            ? ''
            : style.getPropertyValue(`${side}-color`) + style.getPropertyValue(`${side}-width`)
        return [
          ...['border-top', 'border-right', 'border-bottom', 'border-left', 'outline'].map(edge),
          style.backgroundColor,
          style.color,
          style.textDecorationLine,
          style.fill,
          style.visibility,
        ].join()
      })
    const findings: string[] = []
    const chosen =
      ':is([aria-current]:not([aria-current=false]), [aria-selected=true], [aria-pressed=true], [data-highlighted])'
    for (const element of document.querySelectorAll(`${chosen}, label:has(:checked)`)) {
      // The last part of a path is not a choice.
      if (!element.checkVisibility() || element.closest('.crumbs') || element.querySelector('[role=switch]')) continue
      const other = element.cloneNode(true) as Element
      for (const name of attributes) other.removeAttribute(name)
      for (const field of other.querySelectorAll('input')) {
        field.removeAttribute('name')
        field.checked = false
      }
      element.after(other)
      if (lookOf(element).join('|') === lookOf(other).join('|')) findings.push(element.outerHTML.slice(0, 200))
      other.remove()
    }
    return findings
  })

/** Elements without an outline while the keyboard has moved the focus to them. */
export async function withoutFocusOutline(page: Page): Promise<string[]> {
  await page.keyboard.press('Tab')
  return page.evaluate(() => {
    const isOutlined = (element: Element | null, pseudo?: string) => {
      if (!element) return false
      const { outlineStyle, outlineWidth } = getComputedStyle(element, pseudo)
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1
    }
    const all = [...document.querySelectorAll<HTMLElement>('a[href], button, input, textarea, select, summary')]
    return all.flatMap((element) => {
      element.focus({ preventScroll: true })
      if (document.activeElement !== element) return []
      const isSeen =
        isOutlined(element) ||
        isOutlined(element, '::after') ||
        isOutlined(element.closest('label')) ||
        isOutlined(element.parentElement)
      return isSeen ? [] : [element.outerHTML.slice(0, 160)]
    })
  })
}
