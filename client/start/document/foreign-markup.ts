const substitutes = new WeakMap<Node, Node>()

function childHolding(parent: Node, node: Node | null | undefined): Node | null {
  while (node && node.parentNode !== parent) node = node.parentNode
  return node ?? null
}

const childFor = (parent: Node, node: Node | null) =>
  childHolding(parent, node) ?? (node && childHolding(parent, substitutes.get(node)))

// oxlint-disable-next-line typescript/unbound-method -- each is called on a node
const { insertBefore, removeChild } = Node.prototype

/** Redirects React's calls for nodes that a browser's translator has wrapped; they would throw (react issue 11538). */
Node.prototype.insertBefore = function <Child extends Node>(this: Node, child: Child, next: Node | null): Child {
  return insertBefore.call(this, child, childFor(this, next)) as Child
}
Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
  const present = childFor(this, child)
  if (present) removeChild.call(this, present)
  return child
}

function findSubstitute({ addedNodes, previousSibling, nextSibling }: MutationRecord, added: Set<Node>): Node | null {
  const candidates = [...addedNodes, previousSibling, nextSibling]
  return candidates.find((node) => node?.nodeName === 'FONT' && added.delete(node)) ?? null
}

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
