import { expect, test } from 'vitest'
import { alignedPad } from './aligned-pad'

test.each([
  ['250.00', '0000'],
  ['1.4083', '00'],
  ['303.237178', ''],
  ['5', '0000'],
])('%s lacks "%s"', (value, pad) => {
  expect(alignedPad(value)).toBe(pad)
})
