import { describe, expect, test } from 'vitest'
import { typedDataField } from '@/schemas/messages/contract'
import { MAX_VALUES } from './limits'
import { readTypedData } from './read-typed-data'

const CONTRACT = '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC'
const DOMAIN = { name: 'Ether Mail', version: '1', chainId: 1, verifyingContract: CONTRACT }

const withMessage = (fields: { name: string; type: string }[], message: object, more: object = {}) => ({
  domain: DOMAIN,
  types: { Login: fields, ...more },
  primaryType: 'Login',
  message,
})
const problemOf = (input: unknown): string => {
  try {
    readTypedData(typedDataField.parse(input))
  } catch (error) {
    return Object(error).errors?.[0] ?? String(error)
  }
  return 'signed'
}

describe('what is refused', () => {
  const NONCE = [{ name: 'nonce', type: 'uint256' }]
  const login = (change: object) => ({ ...withMessage(NONCE, { nonce: '1' }), ...change })
  const without = (name: string) =>
    login({ domain: Object.fromEntries(Object.entries(DOMAIN).filter(([key]) => key !== name)) })

  test.each<[string, unknown, string]>([
    ['a domain without a chain', without('chainId'), 'typedData.domain.chainId: is required'],
    ['chain 0', login({ domain: { ...DOMAIN, chainId: 0 } }), 'typedData.domain.chainId: must be the id of a chain'],
    ['chain 0 in hex', login({ domain: { ...DOMAIN, chainId: '0x0' } }), 'must be the id of a chain'],
    ['a chain in words', login({ domain: { ...DOMAIN, chainId: 'one' } }), 'typedData.domain.chainId: is required'],
    [
      'a chain with a fraction',
      login({ domain: { ...DOMAIN, chainId: 1.5 } }),
      'typedData.domain.chainId: is required',
    ],
    ['a domain without a contract', without('verifyingContract'), 'verifyingContract: must be an EVM address'],
    ['a domain for nobody', login({ domain: { ...DOMAIN, verifyingContract: `0x${'0'.repeat(40)}` } }), 'zero address'],
    ['another field of the domain', login({ domain: { ...DOMAIN, ChainId: 2 } }), 'ChainId: unknown field'],
    [
      'a declared domain that leaves the chain out',
      login({ types: { Login: NONCE, EIP712Domain: [{ name: 'name', type: 'string' }] } }),
      'types.EIP712Domain: must be what the domain has',
    ],
    ['a field too many', withMessage(NONCE, { nonce: '1', spender: CONTRACT }), 'message.spender: unknown field'],
    ['a field too few', withMessage(NONCE, {}), 'message.nonce: is missing'],
    ['a number that is not exact', withMessage(NONCE, { nonce: 2 ** 53 }), 'message.nonce: must be an integer'],
    [
      'a number out of range',
      withMessage([{ name: 'a', type: 'uint8' }], { a: 256 }),
      'message.a: is out of the range of uint8',
    ],
    ['a number below zero', withMessage(NONCE, { nonce: '-1' }), 'message.nonce: is out of the range'],
    ['text for a bool', withMessage([{ name: 'a', type: 'bool' }], { a: 'true' }), 'message.a: must be true or false'],
    [
      'bytes of another length',
      withMessage([{ name: 'a', type: 'bytes4' }], { a: '0x00' }),
      'message.a: must be exactly 4 bytes',
    ],
    [
      'a wrong checksum',
      withMessage([{ name: 'a', type: 'address' }], { a: CONTRACT.replace('cC', 'Cc') }),
      'checksum',
    ],
    ['a list that is none', withMessage([{ name: 'a', type: 'bool[]' }], { a: {} }), 'message.a: must be a list'],
    [
      'a list of another length',
      withMessage([{ name: 'a', type: 'bool[2]' }], { a: [true] }),
      'message.a: must have 2 items',
    ],
    ['an unknown type', withMessage([{ name: 'a', type: 'Nothing' }], { a: {} }), 'Nothing is not a known type'],
    ['uint without its size', withMessage([{ name: 'a', type: 'uint' }], { a: 1 }), 'uint is not a known type'],
    [
      'another casing of a type',
      withMessage([{ name: 'a', type: 'Uint256' }], { a: 1 }),
      'Uint256 is not a known type',
    ],
    [
      'a primary type that is not declared',
      login({ primaryType: 'login' }),
      'typedData.primaryType: is not among the types',
    ],
    [
      'a type that contains itself',
      withMessage([{ name: 'a', type: 'B' }], { a: {} }, { B: [{ name: 'b', type: 'Login[]' }] }),
      'Login contains itself',
    ],
    [
      'a struct under the name of an elementary type',
      login({ types: { Login: NONCE, uint256: [{ name: 'a', type: 'string' }] } }),
      'uint256 is not the name of a struct',
    ],
    ['two fields of one name', withMessage([...NONCE, ...NONCE], { nonce: 1 }), 'has two fields of one name'],
  ])('%s', (_name, input, problem) => {
    expect(problemOf(input)).toContain(problem)
  })

  test('lists and structs beyond the depth, values beyond the count, types beyond the size', () => {
    const chainOf = (count: number) => ({
      ...withMessage([{ name: 'a', type: 'T0' }], {}),
      types: Object.fromEntries([
        ['Login', [{ name: 'a', type: 'T0' }]],
        ...Array.from({ length: count }, (_, n) => [
          `T${n}`,
          [{ name: 'a', type: n === count - 1 ? 'bool' : `T${n + 1}` }],
        ]),
      ]),
    })
    expect(problemOf(chainOf(20))).toContain('is nested deeper than 16 levels')
    const many = Array.from({ length: MAX_VALUES + 1 }, () => true)
    expect(problemOf(withMessage([{ name: 'a', type: 'bool[]' }], { a: many }))).toContain('has more than 1024 values')
    const names = Array.from({ length: 60 }, (_, n) => `${'n'.repeat(60)}${n}`)
    const wide = Object.fromEntries(
      names.map((name) => [name, names.slice(0, 10).map((field) => ({ name: field, type: 'uint256' }))]),
    )
    expect(problemOf({ ...withMessage(NONCE, { nonce: 1 }, wide) })).toContain('types: is too large')
    expect(problemOf(withMessage([{ name: 'a', type: 'string' }], { a: 'x'.repeat(70_000) }))).toContain(
      'must be at most 65536 bytes',
    )
  })
})
