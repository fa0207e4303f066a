import fc from 'fast-check'
import { encodeAbiParameters, getAddress, type Hex, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { propertyRuns } from '@/server/testing/proof'
import { encodeFreeze, encodeMint, encodeRemove } from '@/server/tokens/operations/asset-calls'
import { addressesInData, recipientsOf } from './recipients-of'

const SELECTOR = '11223344'
const ONE = [{ type: 'address' }, { type: 'uint256' }] as const
const PART = { type: 'tuple[]', components: [{ type: 'address' }, { type: 'uint256' }] } as const
const MANY = [{ type: 'uint256' }, { type: 'address[]' }, { type: 'bytes' }, PART] as const
const NESTED = [{ type: 'bytes[]' }] as const
const toCall = (parameters: Hex): Hex => `0x${SELECTOR}${parameters.slice(2)}`

/** As vanity addresses and those of large contracts: some begin or end with zero bytes. */
const address = fc
  .tuple(
    fc.integer({ min: 0, max: 7 }),
    fc.integer({ min: 0, max: 7 }),
    fc.uint8Array({ minLength: 20, maxLength: 20 }),
  )
  .map(([leading, trailing, bytes]) => {
    const written = bytes.map((byte, at) => (at < leading || at >= 20 - trailing ? 0 : byte || 1))
    return getAddress(`0x${Buffer.from(written).toString('hex')}`)
  })
const uint = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
const hex = fc.uint8Array({ maxLength: 70 }).map((bytes): Hex => `0x${Buffer.from(bytes).toString('hex')}`)

const call = fc.oneof(
  fc.tuple(address, uint).map(([to, amount]) => ({
    named: [to],
    data: toCall(encodeAbiParameters(ONE, [to, amount])),
  })),
  fc.tuple(uint, fc.array(address), hex, fc.array(fc.tuple(address, uint))).map(([id, to, note, parts]) => ({
    named: [...to, ...parts.map(([account]) => account)],
    data: toCall(encodeAbiParameters(MANY, [id, to, note, parts])),
  })),
)
const nested = fc.array(call, { maxLength: 3 }).map((calls) => ({
  named: calls.flatMap(({ named }) => named),
  data: toCall(encodeAbiParameters(NESTED, [calls.map(({ data }) => data)])),
}))

test('every address in the arguments of a call is found, in lists, tuples and nested calls', () => {
  fc.assert(
    fc.property(fc.oneof(call, nested), ({ named, data }) => {
      const found = addressesInData(data)
      for (const one of named) expect(found).toContain(one.toLowerCase())
    }),
    propertyRuns(),
  )
})

test('is quick on calldata that is all candidates', () => {
  const data = `0x${`${'00'.repeat(12)}01`.repeat(5_000)}`
  expect(addressesInData(data).size).toBeLessThan(10)
  expect(addressesInData('0x').size).toBe(0)
  expect(addressesInData(`0x${'00'.repeat(64)}`).size).toBe(0)
})

const TO = '0x52908400098527886E0F7030069857D2E4169EE7'
const TOKEN = '0x036CbD53842c5426634e7929541eC2318f3dCF7e'

test('names the recipient, and of a token operation whom it gives something', () => {
  const of = (type: string, callData: Hex | null, toAddress = TOKEN) => recipientsOf({ type, toAddress, callData })
  expect(of('TRANSFER', null, TO)).toEqual([TO])
  expect(of('TOKEN_OPERATION', encodeMint(TO, 5n))).toContain(TO.toLowerCase())
  // What takes something from a blocked wallet is not refused.
  expect(of('TOKEN_OPERATION', encodeRemove([TO]))).toEqual([TOKEN])
  expect(of('TOKEN_OPERATION', encodeFreeze([TO], true))).toEqual([TOKEN])
  // What a method of another contract does is unknown.
  expect(of('SIGN', encodeRemove([TO]))).toContain(TO.toLowerCase())
  expect(of('DEPLOY', '0x6001', zeroAddress)).toEqual([])
  for (const type of ['GAS_TOPUP', 'FLOAT_RETURN', 'DELEGATE']) expect(of(type, null)).toEqual([])
})
