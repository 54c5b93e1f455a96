import { useEffect } from 'react'

const states = [
  { state: /(?<!\\):hover(?![\w-])/g, forced: '.force-hover' },
  { state: /(?<!\\):focus(-visible)?(?![\w-])/g, forced: '.force-focus' },
]

/** A rule may hold rules of its own: one of Tailwind's does where it says `&:hover`. */
type Holder = CSSStyleSheet | CSSGroupingRule | CSSStyleRule
const isHolder = (rule: CSSRule) => rule instanceof CSSGroupingRule || rule instanceof CSSStyleRule

function forceIn(holder: Holder): void {
  // From the end, as what is put in moves what comes after.
  for (const [index, rule] of [...[...holder.cssRules].entries()].toReversed()) {
    if (isHolder(rule)) forceIn(rule)
    if (!(rule instanceof CSSStyleRule)) continue
    for (const { state, forced } of states) {
      const selector = rule.selectorText.replaceAll(state, forced)
      if (selector === rule.selectorText) continue
      holder.insertRule(
        rule.cssText.replace(rule.selectorText, () => selector),
        index + 1,
      )
    }
  }
}

const done = new WeakSet<CSSStyleSheet>()
function forceEverywhere(): void {
  for (const sheet of document.styleSheets) {
    if (done.has(sheet)) continue
    done.add(sheet)
    forceIn(sheet)
  }
}

/** Lets `force-hover` and `force-focus` look like what they name, which no page can do to itself. */
export function useForcedStates(): void {
  useEffect(() => {
    forceEverywhere()
    import.meta.hot?.on('vite:afterUpdate', forceEverywhere)
    return () => import.meta.hot?.off('vite:afterUpdate', forceEverywhere)
  }, [])
}
