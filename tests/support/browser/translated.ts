const untouched = new Set(['FONT', 'SCRIPT', 'STYLE', 'TEXTAREA', 'TITLE', 'OPTION'])

function wrap(text: Text): void {
  const parent = text.parentElement
  if (!parent || !text.data.trim() || untouched.has(parent.tagName)) return
  const [outer, inner] = [document.createElement('font'), document.createElement('font')]
  inner.textContent = text.data
  outer.append(inner)
  parent.replaceChild(outer, text)
}

function textsIn(node: Node): Text[] {
  return node instanceof Text ? [node] : [...node.childNodes].flatMap((child) => textsIn(child))
}

export function translateDocument(): () => void {
  const observer = new MutationObserver((records) => {
    for (const { addedNodes } of records)
      for (const node of addedNodes) if (node.isConnected) textsIn(node).forEach(wrap)
  })
  textsIn(document.body).forEach(wrap)
  observer.observe(document.body, { childList: true, subtree: true })
  return () => observer.disconnect()
}
