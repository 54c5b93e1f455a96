/** An assistant that a prompt can be taken to. `prefill` is its address up to the text, where it has one. */
export type Assistant = { name: string; home: string; prefill?: string }

export const assistants: Assistant[] = [
  { name: 'ChatGPT', home: 'https://chatgpt.com/', prefill: 'https://chatgpt.com/?q=' },
  { name: 'Claude', home: 'https://claude.ai/new', prefill: 'https://claude.ai/new?q=' },
  { name: 'Gemini', home: 'https://gemini.google.com/app' },
  { name: 'Copilot', home: 'https://copilot.microsoft.com/', prefill: 'https://copilot.microsoft.com/?q=' },
  { name: 'Perplexity', home: 'https://www.perplexity.ai/', prefill: 'https://www.perplexity.ai/search?q=' },
  { name: 'Le Chat', home: 'https://chat.mistral.ai/chat', prefill: 'https://chat.mistral.ai/chat?q=' },
  { name: 'Grok', home: 'https://grok.com/', prefill: 'https://grok.com/?q=' },
  { name: 'DeepSeek', home: 'https://chat.deepseek.com' },
]

/** RFC 9110, section 4.1, has everyone take addresses of 8,000 characters; beyond that a server may refuse. */
export const longestAddress = 8_000

/** Where a text is run, and whether the address carries it; else the person pastes it there. */
export function runAt({ home, prefill }: Assistant, text: string): { address: string; is_prefilled: boolean } {
  // Encoding never shortens a text, and half of a surrogate pair could not be encoded.
  if (prefill && text.length <= longestAddress) {
    const address = prefill + encodeURIComponent(text.toWellFormed())
    if (address.length <= longestAddress) return { address, is_prefilled: true }
  }
  return { address: home, is_prefilled: false }
}
