const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
/** Characters that XML 1.0 forbids even as entities. With one, a parser rejects the document. */
const impossible = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

export const escapeXml = (text: string) =>
  text.replaceAll(impossible, '').replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign)

export const xmlStart = '<?xml version="1.0" encoding="UTF-8"?>\n'
export const xmlType = 'application/xml; charset=utf-8'
