/** The nearest of a node and what it is in that stands in the parent itself; null where none does. */
function childHolding(parent: Node, node: Node | null): Node | null {
  while (node && node.parentNode !== parent) node = node.parentNode
  return node
}

// oxlint-disable-next-line typescript/unbound-method -- each is called on a node
const { insertBefore, removeChild } = Node.prototype

/**
 * Translators in browsers wrap texts in elements of their own, and React, which knows nothing of that, would throw:
 * what it asks of the former parent is done where the node is now (facebook/react, issue 11538).
 */
Node.prototype.insertBefore = function <Child extends Node>(this: Node, child: Child, next: Node | null): Child {
  return insertBefore.call(this, child, childHolding(this, next)) as Child
}
Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
  const held = childHolding(this, child)
  if (held) removeChild.call(this, held)
  return child
}
