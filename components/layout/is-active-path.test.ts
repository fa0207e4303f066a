import { expect, test } from 'vitest'
import { isActivePath } from './is-active-path'

test('marks the page and the pages below it', () => {
  expect(isActivePath('/wallets', { href: '/wallets' })).toBe(true)
  expect(isActivePath('/wallets/7', { href: '/wallets' })).toBe(true)
})

test('does not mark a path that only begins with the same letters', () => {
  expect(isActivePath('/wallets-archive', { href: '/wallets' })).toBe(false)
})

test('marks an exact item on its own page alone', () => {
  expect(isActivePath('/projects/1/wallets', { href: '/projects/1', exact: true })).toBe(false)
})

test('marks the pages that the item leads to under another path', () => {
  const item = { href: '/wallets', also: '/sweeps' }
  expect(['/sweeps', '/sweeps/7', '/sweeps-archive'].map((path) => isActivePath(path, item))).toEqual([
    true,
    true,
    false,
  ])
})
