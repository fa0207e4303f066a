import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatAmount } from '@/server/money/amount'
import { propertyRuns } from '@/server/testing/proof'
import { readExactJson } from './exact-json'
import { koboMinor, nairaMajor, readProviderTime, toNairaNumber } from './provider-fields'

const read = (text: string) => readExactJson(Buffer.from(text))

test('reads every number as its exact text and leaves strings as they are', () => {
  expect(read('{"a":0.30000000000000004,"b":[1e400,-0,12],"c":"5 \\" 6","d":true,"1":null}')).toEqual({
    a: '0.30000000000000004',
    b: ['1e400', '-0', '12'],
    c: '5 " 6',
    d: true,
    '1': null,
  })
  fc.assert(
    fc.property(fc.string(), fc.bigInt({ min: 0n }), (text, number) => {
      expect(read(`[${JSON.stringify(text)},${number}]`)).toEqual([text, number.toString()])
    }),
    propertyRuns(),
  )
})

test.each(['', '{', '{1:2}', '[01]', '[1,]', "{'a':1}", '[NaN]', '[+1]'])('rejects %s as invalid JSON', (text) => {
  expect(() => read(text)).toThrow()
})

test('reads naira to the kobo', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 13n }), (kobo) => {
      expect(nairaMajor.parse(formatAmount(kobo, 2))).toBe(kobo)
      expect(nairaMajor.parse(JSON.stringify(toNairaNumber(kobo)))).toBe(kobo)
      expect(koboMinor.parse(kobo.toString())).toBe(kobo)
    }),
    propertyRuns(),
  )
  expect(nairaMajor.parse('5000.1000')).toBe(500_010n)
  expect(nairaMajor.parse('5000.00')).toBe(500_000n)
  expect(nairaMajor.parse('1.0E7')).toBe(1_000_000_000n)
  expect(nairaMajor.parse('1.2345e2')).toBe(12_345n)
  expect(koboMinor.parse('5e5')).toBe(500_000n)
})

test.each([
  '-1',
  '-0',
  '-0e3',
  '1e-3',
  '1e16',
  '1e400',
  '0.30000000000000004',
  '1.001',
  '1234567890123456',
  '',
  ' 1',
  'NaN',
  '0x1',
])('refuses %s as an amount', (text) => {
  expect(nairaMajor.safeParse(text).success).toBe(false)
})

test('reads times as providers write them; without a zone it is Lagos time', () => {
  const at = new Date('2026-05-04T10:00:00.000Z')
  for (const text of [
    '2026-05-04T10:00:00.000Z',
    '2026-05-04T11:00:00+01:00',
    '2026-05-04T10:00:00.000+0000',
    '2026-05-04 11:00:00.000',
    '04/05/2026 11:00:00 AM',
    '04/05/2026 11:00:00',
    String(at.getTime()),
  ])
    expect([text, readProviderTime(text)]).toEqual([text, at])
  for (const text of ['', 'yesterday', '04-05-2026', '2026-13-01 00:00:00']) expect(readProviderTime(text)).toBeNull()
})
