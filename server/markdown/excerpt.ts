const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }

export function excerptOf(html: string, maxLength: number): string {
  const text = html
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll(/&(amp|lt|gt|quot);/g, (_entity, name: string) => characters[name] ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  if (text.length <= maxLength) return text
  const cut = text.slice(0, maxLength)
  const end = cut.lastIndexOf(' ')
  const beginning = end > maxLength / 2 ? cut.slice(0, end) : cut.slice(0, -1).replace(/[\uD800-\uDBFF]$/, '')
  return `${beginning}…`
}
