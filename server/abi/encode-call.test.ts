import fc from 'fast-check'
import { type AbiFunction, encodeFunctionData, getAddress, type Hex, parseAbiItem, toHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '@/server/testing/proof'
import { declaredCallOf } from './declared-call'
import { encodeCall } from './encode-call'
import { parseFunction, writeFunction } from './read-function'

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7'
const declaredIn = (text: string) => {
  const parsed = parseFunction(text)
  if ('problem' in parsed) throw new Error(parsed.problem)
  return parsed.declared
}
const problemOf = (text: string, args: unknown) => {
  try {
    encodeCall(declaredIn(text), args)
  } catch (error) {
    return String(Object(error).errors?.[0] ?? error)
  }
  return 'encoded'
}

const uint = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
const leaf = fc.oneof(
  uint.map((value) => ({ type: 'uint256', json: String(value), value: value as unknown })),
  fc.integer({ min: -128, max: 127 }).map((value) => ({ type: 'int8', json: value as unknown, value })),
  fc.boolean().map((value) => ({ type: 'bool', json: value, value })),
  fc.string({ unit: 'grapheme' }).map((value) => ({ type: 'string', json: value, value })),
  fc.uint8Array({ maxLength: 70 }).map((bytes) => ({ type: 'bytes', json: toHex(bytes), value: toHex(bytes) })),
  fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => {
    const address = getAddress(toHex(bytes))
    return { type: 'address', json: address.toLowerCase(), value: address }
  }),
)
const part = leaf.chain(({ type, json, value }) =>
  fc.constantFrom(
    { type, json, value },
    { type: `${type}[]`, json: [json, json], value: [value, value] },
    { type: `(${type} a, ${type}[1] b)`, json: { a: json, b: [json] }, value: { a: value, b: [value] } },
    {
      type: `(${type} a, bool)[2]`,
      json: [
        [json, true],
        [json, false],
      ],
      value: [
        [value, true],
        [value, false],
      ],
    },
  ),
)

test('any call has the calldata that another implementation makes, as a list and by names, and reads back', () => {
  fc.assert(
    fc.property(fc.array(part, { maxLength: 5 }), (parts) => {
      const text = `function f(${parts.map(({ type }, n) => `${type} p${n}`).join(', ')})`
      const theirs = encodeFunctionData({
        abi: [parseAbiItem(text) as unknown as AbiFunction],
        args: parts.map(({ value }) => value),
      })
      const declared = declaredIn(text)
      const byNames = Object.fromEntries(parts.map(({ json }, n) => [`p${n}`, json]))
      expect(
        encodeCall(
          declared,
          parts.map(({ json }) => json),
        ),
      ).toBe(theirs)
      expect(encodeCall(declared, byNames)).toBe(theirs)
      const declaredFunction = writeFunction(declared)
      const call = declaredCallOf({ declaredFunction, callData: theirs })
      expect(call?.function).toBe(declaredFunction)
      expect(encodeCall(declared, call?.args)).toBe(theirs)
    }),
    propertyRuns(),
  )
})

describe('declarations', () => {
  test.each([
    ['transfer(address to, uint amount)', 'function transfer(address to, uint256 amount)'],
    [
      'function  f ( bytes calldata data ) external payable returns(bool);',
      'function f(bytes data) payable returns (bool)',
    ],
    [
      'function g() public view returns (tuple(uint8 a, string b)[] list)',
      'function g() view returns ((uint8 a, string b)[] list)',
    ],
    [
      '{"type":"function","name":"balanceOf","stateMutability":"view","inputs":[{"name":"owner","type":"address"}],"outputs":[{"name":"","type":"uint256"}]}',
      'function balanceOf(address owner) view returns (uint256)',
    ],
    [
      '{"type":"function","name":"swap","inputs":[{"name":"p","type":"tuple","components":[{"name":"a","type":"uint256"}]}]}',
      'function swap((uint256 a) p)',
    ],
  ])('%s', (text, written) => {
    expect(writeFunction(declaredIn(text))).toBe(written)
    expect(writeFunction(declaredIn(written))).toBe(written)
  })

  test.each([
    '',
    'event Paid(uint256 a)',
    'f(',
    'function f(uint7 a)',
    'function f(fixed a)',
    'function f() view payable',
    'function f(uint256 a, uint256 a)',
    'function f(uint256 __proto__)',
    'function f(((((uint256 a) b) c) d) e)',
    'function f(uint256[0] a)',
    `function f(${Array.from({ length: 33 }, (_, n) => `bool p${n}`).join(',')})`,
    `function ${'f'.repeat(1_000)}()`,
    '{"type":"event","name":"f","inputs":[]}',
    '{"type":"function"',
    `{"type":"function","name":"f","inputs":[{"name":"a","type":"uint256) payable returns (bool"}]}`,
    'function f() returns (bool) function g()',
  ])('none is: %s', (text) => {
    expect(parseFunction(text)).toHaveProperty('problem')
  })
})

describe('an argument that does not fit is named', () => {
  test.each<[string, unknown, string]>([
    ['f(uint256 a)', [], 'args: must have 1 items'],
    ['f(uint256 a)', {}, 'args.a: is missing'],
    ['f(uint256 a)', { a: '1', b: '2' }, 'args.b: unknown name'],
    ['f(uint256)', { a: '1' }, 'args: must be a list'],
    ['f(uint256 a)', 'x', 'args: must be a list'],
    ['f(uint256 a)', ['0x10'], 'args[0]: must be an integer'],
    ['f(uint256 a)', [1.5], 'args[0]: must be an integer'],
    ['f(uint256 a)', [2 ** 53], 'args[0]: must be an integer'],
    ['f(uint256 a)', ['01'], 'args[0]: must be an integer'],
    ['f(uint8 a)', ['256'], 'args[0]: is out of the range of uint8'],
    ['f(int8 a)', ['-129'], 'args[0]: is out of the range of int8'],
    ['f(bool a)', [1], 'args[0]: must be true or false'],
    ['f(bytes4 a)', ['0x01'], 'args[0]: must be exactly 4 bytes'],
    ['f(bytes a)', ['0x0'], 'args[0]: must be bytes'],
    ['f(address a)', [ADDRESS.replace('E0F7', 'e0F7')], 'args[0]: address checksum does not match'],
    ['f(uint256[2] a)', [[1]], 'args[0]: must have 2 items'],
    [
      'f(uint256 x, (uint256 amountIn)[] swaps)',
      [1, [{ amountIn: 1 }, { amountIn: null }]],
      'args[1][1].amountIn: must be an integer',
    ],
    ['f((uint256 a, bool b) t)', { t: { a: 1 } }, 'args.t.b: is missing'],
    ['f(bool[] a)', [Array.from({ length: 2_001 }, () => true)], 'args: has more than 2000 values'],
  ])('%s %j', (text, args, problem) => {
    expect(problemOf(text, args)).toContain(problem)
  })
})

test('calldata that the declaration does not fit are shown as none', () => {
  const declaredFunction = 'function f(uint256 a)'
  for (const callData of ['0x', '0x12345678', `0x${'ab'.repeat(36)}`, null])
    expect(declaredCallOf({ declaredFunction, callData: callData as Hex | null })).toBeNull()
})
