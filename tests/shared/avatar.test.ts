import { createElement } from 'react'
import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { Avatar } from '../../client/ui/avatar.tsx'

const draw = (props: ComponentProps<typeof Avatar>) => renderToStaticMarkup(createElement(Avatar, props))

describe('the picture of a person', () => {
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
    expect(draw({ name })).toContain(`>${letter}</text>`)
  })

  test('has the colour of the person, in a way that the policy of the pages allows', () => {
    const markup = draw({ name: 'Ana', colour: '#fbbf24' })
    expect(markup).toContain('fill="#fbbf24"')
    expect(markup).toContain('fill="#050308"')
    expect(markup).not.toContain('style=')
    expect(draw({ name: 'Ana' })).toContain('fill="#4c2fa2"')
  })

  test('is read out only where nothing beside it says whose it is', () => {
    expect(draw({ name: 'Ana', label: 'Ana' })).toContain('role="img" aria-label="Ana"')
    expect(draw({ name: 'Ana' })).toContain('aria-hidden="true"')
  })
})
