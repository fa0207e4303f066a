import fc from 'fast-check'
import { getAddress, type Hex, hashTypedData, toHex } from 'viem'
import { expect, test } from 'vitest'
import { type TypedDataInput, typedDataField } from '@/schemas/messages/contract'
import { evmMessageDigest } from '@/server/custody/sign-evm-message'
import { propertyRuns } from '@/server/testing/proof'
import { readTypedData } from './read-typed-data'
import { evmMessageOf } from './sign-read-message'

const CONTRACT = '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC'
const DOMAIN = { name: 'Ether Mail', version: '1', chainId: 1, verifyingContract: CONTRACT }

const DOMAIN_TYPES = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
]

/** The example of EIP-712, and the digest it names. */
const MAIL: TypedDataInput = {
  domain: DOMAIN,
  types: {
    Person: [
      { name: 'name', type: 'string' },
      { name: 'wallet', type: 'address' },
    ],
    Mail: [
      { name: 'from', type: 'Person' },
      { name: 'to', type: 'Person' },
      { name: 'contents', type: 'string' },
    ],
  },
  primaryType: 'Mail',
  message: {
    from: { name: 'Cow', wallet: '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826' },
    to: { name: 'Bob', wallet: '0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB' },
    contents: 'Hello, Bob!',
  },
}
const MAIL_DIGEST = '0xbe609aee343fb3c4b28e1df9e632fca64fcfaede20f02e86244efddf30957bd2'

function digestOf(input: unknown): Hex {
  const message = evmMessageOf({
    kind: 'typedData',
    chainType: 'EVM',
    typedData: readTypedData(typedDataField.parse(input)),
  })
  if (!message) throw new Error('no message')
  return toHex(evmMessageDigest(message))
}

test('the example of EIP-712 has the digest that it names', () => {
  expect(digestOf(MAIL)).toBe(MAIL_DIGEST)
})

const leaf = fc.oneof(
  fc.record({ type: fc.constant('uint256'), value: fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }).map(String) }),
  fc.record({ type: fc.constant('int64'), value: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String) }),
  fc.record({ type: fc.constant('bool'), value: fc.boolean() }),
  fc.record({ type: fc.constant('string'), value: fc.string({ unit: 'grapheme' }) }),
  fc.record({ type: fc.constant('bytes'), value: fc.uint8Array({ maxLength: 70 }).map((bytes) => toHex(bytes)) }),
  fc.record({
    type: fc.constant('bytes4'),
    value: fc.uint8Array({ minLength: 4, maxLength: 4 }).map((bytes) => toHex(bytes)),
  }),
  fc.record({
    type: fc.constant('address'),
    value: fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => getAddress(toHex(bytes))),
  }),
)
const typed = leaf.chain((one) =>
  fc.oneof(
    fc.constant(one),
    fc.integer({ min: 0, max: 3 }).map((count) => ({
      type: `${one.type}[]`,
      value: Array.from({ length: count }, () => one.value),
    })),
    fc.constant({ type: `${one.type}[2][1]`, value: [[one.value, one.value]] }),
  ),
)

test('any typed data has the digest that another implementation finds', () => {
  fc.assert(
    fc.property(
      fc.array(typed, { minLength: 1, maxLength: 5 }),
      fc.record(
        { name: fc.string(), version: fc.string(), salt: fc.constant(`0x${'ab'.repeat(32)}`) },
        { requiredKeys: [] },
      ),
      fc.constantFrom<unknown>(84_532, '84532', '0x14a34'),
      (fields, domain, chainId) => {
        const members = fields.map(({ type }, n) => ({ name: `f${n}`, type }))
        const values = Object.fromEntries(fields.map(({ value }, n) => [`f${n}`, value]))
        const types = {
          Outer: [
            { name: 'one', type: 'Inner' },
            { name: 'more', type: 'Inner[]' },
          ],
          Inner: members,
        }
        const message = { one: values, more: [values] }
        const ours = digestOf({
          domain: { ...domain, chainId, verifyingContract: CONTRACT },
          types,
          primaryType: 'Outer',
          message,
        })
        // It leaves an empty name or version out where nobody declares the domain.
        const declared = DOMAIN_TYPES.filter(
          ({ name }) => name in domain || name === 'chainId' || name === 'verifyingContract',
        )
        const theirs = hashTypedData({
          domain: { ...domain, salt: domain.salt as Hex | undefined, chainId: 84_532, verifyingContract: CONTRACT },
          types: { ...types, EIP712Domain: declared } as Record<string, typeof declared>,
          primaryType: 'Outer',
          message,
        })
        expect(ours).toBe(theirs)
      },
    ),
    propertyRuns(),
  )
})

test('structs by the dozen of types that reach many are hashed once a type', () => {
  const leafTypes = Object.fromEntries(
    Array.from({ length: 20 }, (_, n) => [
      `Leaf${n}`,
      Array.from({ length: 8 }, (_, m) => ({ name: `field${m}`, type: 'uint256' })),
    ]),
  )
  const types = {
    Login: [{ name: 'all', type: 'Node[]' }],
    Node: [{ name: 'on', type: 'bool' }, ...Object.keys(leafTypes).map((type) => ({ name: type, type: `${type}[]` }))],
    ...leafTypes,
  }
  const node = { on: true, ...Object.fromEntries(Object.keys(leafTypes).map((name) => [name, []])) }
  const input = {
    domain: DOMAIN,
    types,
    primaryType: 'Login',
    message: { all: Array.from({ length: 45 }, () => node) },
  }
  expect(digestOf(input)).toMatch(/^0x[0-9a-f]{64}$/)
})
