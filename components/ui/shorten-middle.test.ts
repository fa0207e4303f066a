import { expect, test } from 'vitest'
import { shortenMiddle } from './shorten-middle'

test('keeps both ends of a long identifier', () => {
  expect(shortenMiddle('0x52908400098527886E0F7030069857D2E4169EE7')).toBe('0x5290…9EE7')
})

test('leaves a text alone that would not get shorter', () => {
  expect(shortenMiddle('0x529084abc')).toBe('0x529084abc')
})
