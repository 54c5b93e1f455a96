/** What a translator has put in the place of a text, by that text. */
const substitutes = new WeakMap<Node, Node>()

/** The nearest of a node and what it is in that stands in the parent itself; null where none does. */
function childHolding(parent: Node, node: Node | null | undefined): Node | null {
  while (node && node.parentNode !== parent) node = node.parentNode
  return node ?? null
}

const childFor = (parent: Node, node: Node | null) =>
  childHolding(parent, node) ?? (node && childHolding(parent, substitutes.get(node)))

// oxlint-disable-next-line typescript/unbound-method -- each is called on a node
const { insertBefore, removeChild } = Node.prototype

/**
 * Translators in browsers wrap texts in elements of their own, and React, which knows nothing of that, would throw:
 * what it asks of the former parent is done where the node is now (facebook/react, issue 11538).
 */
Node.prototype.insertBefore = function <Child extends Node>(this: Node, child: Child, next: Node | null): Child {
  return insertBefore.call(this, child, childFor(this, next)) as Child
}
Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
  const held = childFor(this, child)
  if (held) removeChild.call(this, held)
  return child
}

/** The element that a translator put in the place of a removed text: in one step, or beside it before. */
function findSubstitute({ addedNodes, previousSibling, nextSibling }: MutationRecord, added: Set<Node>): Node | null {
  const candidates = [...addedNodes, previousSibling, nextSibling]
  return candidates.find((node) => node?.nodeName === 'FONT' && added.delete(node)) ?? null
}

/** A text that React changes while a translation stands for it comes back, for the translator to translate anew. */
const observer = new MutationObserver((records) => {
  const added = new Set(records.flatMap(({ addedNodes }) => [...addedNodes]))
  for (const record of records) {
    const { type, target, removedNodes } = record
    for (const text of removedNodes) {
      if (text.nodeType !== Node.TEXT_NODE || text.isConnected) continue
      const substitute = findSubstitute(record, added)
      if (!substitute) continue
      substitutes.set(text, substitute)
      observer.observe(text, { characterData: true })
    }
    const substitute = type === 'characterData' && !target.isConnected && substitutes.get(target)
    if (substitute) substitute.parentNode?.replaceChild(target, substitute)
  }
})
observer.observe(document, { childList: true, subtree: true })
