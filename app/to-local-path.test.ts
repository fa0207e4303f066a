import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '@/server/testing/proof'
import { toLocalPath } from './to-local-path'

const PORTAL = 'https://portal.example'

test.each([
  ['/', '/'],
  ['/projects/1?page=2#rows', '/projects/1?page=2#rows'],
  ['/a b/é', '/a%20b/%C3%A9'],
  ['/?next=//evil.test', '/?next=//evil.test'],
])('keeps %j', (address, path) => {
  expect(toLocalPath(address)).toBe(path)
})

test.each([
  undefined,
  ['/a', '/b'],
  '',
  'projects',
  'https://evil.test',
  'javascript:alert(1)',
  '//evil.test',
  '/\\evil.test',
  '/\t/evil.test',
  '/\n/evil.test',
  '/\r\\evil.test',
  '\t//evil.test',
  '/.//evil.test',
  '/a/..//evil.test',
  '/%2e//evil.test',
  '//',
  '///',
])('leads %j to the start', (address) => {
  expect(toLocalPath(address)).toBe('/')
})

test('whatever it is given, a browser stays here and a header can carry it', () => {
  const piece = fc.constantFrom(
    ...'/\\\t\n\r.:@?#%'.split(''),
    '\0',
    '\u2028',
    '\ud800',
    'evil.test',
    '%09',
    '%2f',
    '..',
    'a',
  )
  const address = fc.oneof(
    fc.array(piece, { maxLength: 8 }).map((pieces) => `/${pieces.join('')}`),
    fc.string({ unit: 'binary' }),
  )
  fc.assert(
    fc.property(address, (text) => {
      const path = toLocalPath(text)
      expect(new URL(path, PORTAL).origin).toBe(PORTAL)
      expect(path).toMatch(/^\/(?!\/)[!-~]*$/)
      expect(toLocalPath(path)).toBe(path)
    }),
    propertyRuns(200, 10_000),
  )
})
