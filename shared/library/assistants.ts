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

export const maxUrlLength = 8_000 // RFC 9110, 4.1: servers should accept this length

export function assistantLink({ home, prefill }: Assistant, text: string): { address: string; is_prefilled: boolean } {
  // Checks the length first: encoding never shortens a text, and throws for a lone surrogate.
  if (prefill && text.length <= maxUrlLength) {
    const address = prefill + encodeURIComponent(text.toWellFormed())
    if (address.length <= maxUrlLength) return { address, is_prefilled: true }
  }
  return { address: home, is_prefilled: false }
}
