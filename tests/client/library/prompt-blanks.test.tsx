import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { paths } from '#shared/paths.ts'
import { ok, openPage } from '../../support/browser/page.tsx'
import { prompt, promptAnswers } from '../../support/postgres/samples.ts'

const path = paths.prompt(prompt.slug)
const key = `prompt.values:${prompt.slug}`
const labels = { length: 'How long', topic: 'Topic', reader: 'Who reads it' }
const content = 'About ${length:2,000 words} on ${topic} for ${reader}: ${topic}!'

const open = (changes: object = {}, opening: Parameters<typeof openPage>[2] = {}) =>
  openPage(path, promptAnswers(ok({ ...prompt, content, labels, ...changes })), opening)
const text = () => document.querySelector<HTMLElement>('.prompt-text')
const blanks = (name: string) => screen.getAllByRole<HTMLTextAreaElement>('textbox', { name })
const blank = (name: string) => blanks(name)[0] as HTMLTextAreaElement
/** The text of the prompt without its fields. */
function textAsRead() {
  const copy = text()?.cloneNode(true) as HTMLElement
  for (const field of copy.querySelectorAll('textarea')) field.remove()
  return copy.textContent
}
const copied = () => navigator.clipboard.readText()
const button = (name: string) => screen.getByRole('button', { name })

describe('the placeholders of a prompt', () => {
  test('are fields within its text, each with its label', async () => {
    await open()
    const fields = screen.getAllByRole('textbox')
    expect(fields.map((field) => field.getAttribute('aria-label'))).toEqual([
      'How long',
      'Topic',
      'Who reads it',
      'Topic',
    ])
    expect(fields.every((field) => text()?.contains(field))).toBe(true)
    expect(fields.map((field) => field.getAttribute('placeholder'))).toEqual([
      '2,000 words',
      'Topic',
      'Who reads it',
      'Topic',
    ])
    expect(textAsRead()).toBe('About 2,000 words on ${topic} for ${reader}: ${topic}!')
  })

  test('have their names as labels if they have no label', async () => {
    await open({ content: 'On ${topic}, ${toString} and ${__proto__}', labels: { topic: 'Topic' } })
    const fields = screen.getAllByRole('textbox')
    expect(fields.map((field) => field.getAttribute('aria-label'))).toEqual(['Topic', 'toString', '__proto__'])
  })

  test('with the same name share one value, and the text is copied as filled in', async () => {
    const { user } = await open()
    await user.type(blank('Topic'), 'tea & cake')
    expect(blanks('Topic').map(({ value }) => value)).toEqual(['tea & cake', 'tea & cake'])
    await user.type(blank('How long'), '900 words')
    await user.type(blank('Who reads it'), 'cooks')
    expect(textAsRead()).toBe('About 900 words on tea & cake for cooks: tea & cake!')
    await user.click(button('Copy'))
    await waitFor(async () => expect(await copied()).toBe('About 900 words on tea & cake for cooks: tea & cake!'))
    expect(screen.queryByText(/left/)).toBeNull()
  })

  test('move the focus on with Enter, and break lines with Shift+Enter', async () => {
    const { user } = await open()
    blank('How long').focus()
    await user.keyboard('a{Enter}b{Shift>}{Enter}{/Shift}c{Enter}')
    expect(document.activeElement).toBe(blank('Who reads it'))
    expect([blank('How long').value, blank('Topic').value]).toEqual(['a', 'b\nc'])
    await user.keyboard('{Enter}')
    expect(document.activeElement).toBe(blanks('Topic')[1])
    await user.keyboard('{Enter}')
    expect(document.activeElement).toBe(button('Copy'))
  })

  test('ignore an Enter that ends a composition, or is held down', async () => {
    await open()
    blank('Topic').focus()
    for (const held of [{ isComposing: true }, { keyCode: 229 }, { repeat: true }])
      fireEvent.keyDown(blank('Topic'), { key: 'Enter', ...held })
    expect(document.activeElement).toBe(blank('Topic'))
  })

  test('are cleared together with one button', async () => {
    const { user } = await open()
    expect(button('Clear').matches(':disabled')).toBe(true)
    await user.type(blank('Topic'), 'trains')
    await user.click(button('Clear'))
    expect(blank('Topic').value).toBe('')
    expect(sessionStorage.getItem(key)).toBeNull()
  })

  test('get their values back with Undo, which takes the place of Clear until something is typed', async () => {
    const { user } = await open()
    await user.type(blank('Topic'), 'trains')
    await user.click(button('Clear'))
    expect(blank('Topic').value).toBe('')
    await user.click(button('Undo'))
    expect(blank('Topic').value).toBe('trains')
    await user.click(button('Clear'))
    await user.type(blank('Topic'), 'b')
    await waitFor(() => expect(button('Clear').matches(':disabled')).toBe(false))
  })

  test('are restored in every language, by name or by order', async () => {
    sessionStorage.setItem(
      key,
      JSON.stringify([
        ['length', '900 words'],
        ['topic', 'trains'],
        ['reader', ''],
      ]),
    )
    const spanish = {
      content: 'Sobre ${tema}, ${extension} para ${lector}',
      labels: { tema: 'Tema', extension: 'Extensión', lector: 'Lector' },
    }
    await open(spanish, { locale: 'es' })
    expect(screen.getAllByRole<HTMLTextAreaElement>('textbox').map(({ value }) => value)).toEqual([
      '900 words',
      'trains',
      '',
    ])
    act(() => {
      sessionStorage.setItem(key, JSON.stringify({ lector: 'cocineras' }))
      dispatchEvent(new StorageEvent('storage', { key }))
    })
    expect(blank('Lector').value).toBe('cocineras')
  })

  test('are plain text with a notice if there are too many', async () => {
    const many = Array.from({ length: 21 }, (_, at) => `\${n${at}}`).join(' ')
    await open({ content: many })
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(text()?.textContent).toBe(many)
    screen.getByText(/More than 20 blanks/)
  })

  test('are included in a copied selection of the text', async () => {
    const { user } = await open()
    await user.type(blank('Topic'), 'tea')
    getSelection()?.selectAllChildren(text() as HTMLElement)
    const setData = vi.fn<(type: string, data: string) => void>()
    fireEvent.copy(text() as HTMLElement, { clipboardData: { setData } })
    expect(setData).toHaveBeenCalledWith('text/plain', 'About 2,000 words on tea for ${reader}: tea!')
    setData.mockClear()
    fireEvent.copy(blank('Topic'), { clipboardData: { setData } })
    expect(setData).not.toHaveBeenCalled()
  })
})

describe('copying with open placeholders', () => {
  test.each([
    ['en', content, 'Copied; 2 blanks left'],
    ['en', 'On ${topic}, ${topic}', 'Copied; 1 blank left'],
    ['es', content, 'Copiado; quedan 2 huecos'],
    ['es', 'De ${topic}', 'Copiado; queda 1 hueco'],
  ] as const)('shows their number in %s: %s', async (locale, written, expectedText) => {
    const { user } = await open({ content: written }, { locale })
    await user.click(button(locale === 'en' ? 'Copy' : 'Copiar'))
    const note = await screen.findByText(expectedText)
    expect(note.closest('output')).not.toBeNull()
    button(locale === 'en' ? 'Copied' : 'Copiado')
  })

  test('shows "Copied" for a second, and the number of open placeholders for longer', async () => {
    await open()
    vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    vi.useFakeTimers()
    try {
      fireEvent.click(button('Copy'))
      await act(() => vi.advanceTimersByTimeAsync(0))
      await act(() => vi.advanceTimersByTimeAsync(999))
      button('Copied')
      await act(() => vi.advanceTimersByTimeAsync(2))
      button('Copy')
      screen.getByText('Copied; 2 blanks left')
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('a long text', () => {
  const long = `\${topic}\n${'A sentence of it. '.repeat(300)}\${reader}`

  test('is folded, and can be unfolded and folded with its button', async () => {
    const { user } = await open({ content: long })
    expect(textAsRead()).toBe(long)
    expect(text()?.classList.contains('folded')).toBe(true)
    await user.click(button('Show all'))
    expect(text()?.classList.contains('folded')).toBe(false)
    await user.click(button('Show less'))
    expect(text()?.classList.contains('folded')).toBe(true)
    expect(button('Show all').getAttribute('aria-expanded')).toBe('false')
    await user.click(button('Copy'))
    await waitFor(async () => expect(await copied()).toBe(long))
  })

  test('unfolds when a placeholder or a search scrolls to a hidden part', async () => {
    await open({ content: long }, { locale: 'es' })
    button('Ver todo')
    fireEvent.scroll(text() as HTMLElement)
    button('Ver menos')
    expect(text()?.classList.contains('folded')).toBe(false)
  })

  test('is a text of more than 40 lines', async () => {
    await open({ content: 'line\n'.repeat(39) })
    expect(screen.queryByRole('button', { name: 'Show all' })).toBeNull()
  })
})

describe('the stars of a prompt', () => {
  test('are the same for the average and the rating control', async () => {
    await open({ rating_avg: 4, rating_count: 3, user_rating: null })
    const stars = [...document.querySelectorAll('main svg.text-star')].map((star) => star.innerHTML)
    expect(stars).toHaveLength(6)
    expect(new Set(stars).size).toBe(1)
    expect(document.querySelector('main')?.textContent).not.toContain('★')
  })
})
