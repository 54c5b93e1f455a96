import { createElement } from 'react'
import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { Avatar } from '../../client/ui/avatar.tsx'

const render = (props: ComponentProps<typeof Avatar>) => renderToStaticMarkup(createElement(Avatar, props))

describe('the avatar of a person', () => {
  test.each([
    ['ana', 'A'],
    ['  émile', 'É'],
    ['e\u0301mile', 'E\u0301'],
    ['ßeta', 'S'],
    ['ines', 'I'],
    ['漢字', '漢'],
    ['🦊 fox', '🦊'],
    ['👩🏽‍💻dev', '👩🏽‍💻'],
    ['🇪🇸 ole', '🇪🇸'],
    ['7even', '7'],
  ])('of %s shows %s', (name, letter) => {
    expect(render({ name })).toContain(`>${letter}</text>`)
  })

  test("has the person's color, without inline styles", () => {
    const markup = render({ name: 'Ana', colour: '#fbbf24' })
    expect(markup).toContain('fill="#fbbf24"')
    expect(markup).toContain('fill="#050308"')
    expect(markup).not.toContain('style=')
    expect(render({ name: 'Ana' })).toContain('fill="#4c2fa2"')
  })

  test('has a label only if it stands without a name', () => {
    expect(render({ name: 'Ana', label: 'Ana' })).toContain('role="img" aria-label="Ana"')
    expect(render({ name: 'Ana' })).toContain('aria-hidden="true"')
  })
})
