type Kind = 'post' | 'forum'

/** Forbidden elements and attributes in rendered Markdown. Runs in browsers: uses no outer names. */
export function forbiddenIn(root: Element, { kind, site }: { kind: Kind; site: string }): string[] {
  const isPost = kind === 'post'
  const tags = 'p br hr strong em s code pre blockquote ul ol li a div table thead tbody tr th td'.split(' ')
  const headings = isPost ? ['h2', 'h3', 'h4'] : ['h3', 'h4', 'h5', 'h6']
  const allowed: Record<string, RegExp> = {
    'a href': /^(https?:\/\/[^/\\]|mailto:|#|\/(?![/\\]))/i,
    'a title': /^/,
    'a rel': isPost ? /^noopener$/ : /^nofollow ugc noopener$/,
    'ol start': /^\d+$/,
    'th align': /^(left|center|right)$/,
    'td align': /^(left|center|right)$/,
    'pre tabindex': /^0$/,
    'div tabindex': /^0$/,
    'div class': /^table-scroll$/,
    'code class': /^language-[a-z][a-z\d+#-]*$/,
    ...(isPost && {
      'h2 id': /^h-/,
      'h3 id': /^h-/,
      'h4 id': /^h-/,
      'img src': /^\/media\/[\da-f]{64}\.[a-z\d]{2,5}$/,
      'img alt': /^/,
      'img title': /^/,
      'img width': /^\d+$/,
      'img height': /^\d+$/,
      'img loading': /^lazy$/,
      'img decoding': /^async$/,
    }),
  }
  const known = new Set([...tags, ...headings, ...(isPost ? ['img'] : [])])
  const forbidden: string[] = []
  for (const element of root.querySelectorAll('*')) {
    const tag = element.tagName.toLowerCase()
    if (!known.has(tag) || element.namespaceURI !== 'http://www.w3.org/1999/xhtml') forbidden.push(`<${tag}>`)
    for (const { name, value } of Array.from(element.attributes))
      if (!allowed[`${tag} ${name}`]?.test(value)) forbidden.push(`<${tag} ${name}="${value}">`)
    const href = tag === 'a' ? element.getAttribute('href') : null
    if (href === null) continue
    const url = URL.parse(href, `${site}/forum/thread/x`)
    const isOurs = /^[/#]/.test(href)
    if (!url || !['http:', 'https:', 'mailto:'].includes(url.protocol)) forbidden.push(`link to ${href}`)
    else if (isOurs && url.origin !== site) forbidden.push(`link to ${href}, which leaves the site`)
    if (!isPost && !element.getAttribute('rel')) forbidden.push(`link to ${href} without rel`)
  }
  return forbidden
}
