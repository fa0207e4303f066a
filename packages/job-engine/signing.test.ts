import { createHash, createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { canonicalJson } from './json'
import { bearerOf, isBearer, signCall } from './signing'

const KEY = `signkey-test-${'0a'.repeat(32)}`

test('signs the canonical text of a call with its time', () => {
  const body = { b: [1, { z: null, a: 'ü' }], a: 1e21 }
  expect(canonicalJson(body)).toBe('{"a":1e+21,"b":[1,{"a":"ü","z":null}]}')
  const mac = createHmac('sha256', '0a'.repeat(32))
    .update(`${canonicalJson(body)}1700000000`)
    .digest('hex')
  expect(signCall(body, KEY, 1_700_000_000_000)).toBe(`t=1700000000&s=${mac}`)
})

test('knows the bearer made of its key, and no other', () => {
  const hash = createHash('sha256')
    .update(Buffer.from('0a'.repeat(32), 'hex'))
    .digest('hex')
  expect(bearerOf(KEY)).toBe(`signkey-test-${hash}`)
  expect(isBearer(`Bearer ${bearerOf(KEY)}`, KEY)).toBe(true)
  expect(isBearer(`Bearer ${KEY}`, KEY)).toBe(false)
  expect(isBearer(undefined, KEY)).toBe(false)
})
