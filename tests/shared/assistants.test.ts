import { describe, expect, test } from 'vitest'
import { assistants, maxUrlLength, assistantLink } from '#shared/library/assistants.ts'

const named = (requested: string) => {
  const found = assistants.find(({ name }) => name === requested)
  if (!found) throw new Error(`There is no ${requested}.`)
  return found
}

describe('running a prompt in an assistant', () => {
  test('puts the text into the address if the assistant supports it', () => {
    const { address, is_prefilled } = assistantLink(named('Claude'), 'a & b?\n#ñ 😀')
    expect(is_prefilled).toBe(true)
    expect(address).toBe('https://claude.ai/new?q=a%20%26%20b%3F%0A%23%C3%B1%20%F0%9F%98%80')
  })

  test('opens the home page of other assistants', () => {
    for (const name of ['Gemini', 'DeepSeek'])
      expect(assistantLink(named(name), 'short')).toEqual({ address: named(name).home, is_prefilled: false })
  })

  test('omits the text if the encoded address has more than 8,000 characters', () => {
    const chatGpt = named('ChatGPT')
    const room = maxUrlLength - 'https://chatgpt.com/?q='.length
    expect(assistantLink(chatGpt, 'a'.repeat(room)).address).toHaveLength(8_000)
    expect(assistantLink(chatGpt, 'a'.repeat(room + 1))).toEqual({ address: chatGpt.home, is_prefilled: false })
    expect(assistantLink(chatGpt, 'é'.repeat(1_400)).is_prefilled).toBe(false)
  })

  test('replaces half of a surrogate pair in the text', () => {
    expect(assistantLink(named('Grok'), 'a\ud83d').address).toBe('https://grok.com/?q=a%EF%BF%BD')
  })
})
