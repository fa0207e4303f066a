import { expect, test } from 'vitest'
import { chooseEncoding } from './choose-encoding'

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['GZIP;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.0, *', 'gzip'],
  ['*', 'br'],
  ['*;q=0', null],
  ['identity', null],
  ['br;q=nonsense', null],
  ['', null],
  [undefined, null],
])('%s takes %s', (accepted, encoding) => {
  expect(chooseEncoding(accepted, ['br', 'gzip'])).toBe(encoding)
})
