import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ApiError } from '@/server/errors'
import { propertyRuns } from '@/server/testing/proof'
import { parseJson } from './parse-json'

const bytes = (text: string) => new TextEncoder().encode(text)

test('reads every ordinary JSON value as JSON.parse does', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), (text) => {
      fc.pre(!text.includes('__proto__') && !text.includes('\\u0000'))
      expect(parseJson(bytes(text))).toEqual(JSON.parse(text))
    }),
    propertyRuns(),
  )
})

test.each([
  ['text that is no JSON', '{"a":'],
  ['nothing', ''],
  ['the same key twice', '{"a":1,"a":2}'],
  ['the same key twice, once escaped', '{"a":1,"\\u0061":2}'],
  ['the same key twice further down', '{"x":[{"a":{"k":1},"k":[1,2],"k":2}]}'],
  ['a NUL', '{"a":"b\\u0000c"}'],
  ['a NUL in a key', '{"a\\u0000":1}'],
  ['a lone surrogate', '{"a":"\\ud83d"}'],
  ['a number out of range', '{"a":1e400}'],
  ['__proto__', '{"__proto__":{"admin":true}}'],
  ['a deep nest', `${'['.repeat(5_000)}${']'.repeat(5_000)}`],
])('refuses %s', (_name, text) => {
  expect(() => parseJson(bytes(text))).toThrow(ApiError)
})

test('refuses bytes that are no UTF-8', () => {
  expect(() => parseJson(new Uint8Array([0x22, 0xff, 0x22]))).toThrow('Request body is not valid UTF-8')
})

test('takes equal keys in different objects and keys equal to values', () => {
  const text = '{"a":{"b":"a"},"b":[{"a":"a,{}\\"b"},{"a":1}],"c":"b"}'
  expect(parseJson(bytes(text))).toEqual(JSON.parse(text))
})
