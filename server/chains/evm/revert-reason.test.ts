import fc from 'fast-check'
import { type Abi, encodeAbiParameters, encodeErrorResult, type Hex, toFunctionSelector } from 'viem'
import { formatAbiItem } from 'viem/utils'
import { expect, test } from 'vitest'
import { knownErrorsAbi } from '@/contracts/generated/known-errors'
import { requireErrors } from '@/server/abi/require-errors'
import { propertyRuns } from '@/server/testing/proof'
import { KNOWN_ERRORS } from './known-errors'
import { revertReason } from './revert-reason'

const ALICE = '0x52908400098527886E0F7030069857D2E4169EE7'
const BOB = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const ROLE = `0x${'ab'.repeat(32)}` as const

function encoded(errorName: string, args: readonly unknown[]): Hex {
  return encodeErrorResult<Abi>({ abi: knownErrorsAbi, errorName, args })
}

/** As Solidity encodes what `require` and `revert` say, and the failures of its own checks. */
const said = (text: string): Hex => `0x08c379a0${encodeAbiParameters([{ type: 'string' }], [text]).slice(2)}`
const panicked = (code: bigint): Hex => `0x4e487b71${encodeAbiParameters([{ type: 'uint256' }], [code]).slice(2)}`

test.each([
  [
    'ERC20InsufficientBalance',
    [ALICE, 5n, 10n],
    `reverted with ERC20InsufficientBalance: ${ALICE} holds 5 units of the token, 10 are needed`,
  ],
  [
    'ERC20InsufficientAllowance',
    [ALICE, 0n, 10n],
    `reverted with ERC20InsufficientAllowance: ${ALICE} may spend 0 units of the token, 10 are needed`,
  ],
  ['OwnableUnauthorizedAccount', [ALICE], `reverted with OwnableUnauthorizedAccount: ${ALICE} is not the owner`],
  [
    'AccessControlUnauthorizedAccount',
    [ALICE, ROLE],
    `reverted with AccessControlUnauthorizedAccount: ${ALICE} lacks the role ${ROLE}`,
  ],
  [
    'ERC721IncorrectOwner',
    [ALICE, 7n, BOB],
    `reverted with ERC721IncorrectOwner: token 7 belongs to ${BOB}, not to ${ALICE}`,
  ],
  ['EnforcedPause', [], 'reverted with EnforcedPause: the contract is paused'],
] as const)('%s reads as a sentence', (name, args, reason) => {
  expect(revertReason(encoded(name, args))).toBe(reason)
})

test.each([
  [said('ERC20: transfer amount exceeds balance'), 'reverted: ERC20: transfer amount exceeds balance'],
  [said(''), 'reverted without a reason'],
  [panicked(0x11n), 'reverted with panic 0x11: arithmetic overflow or underflow'],
  [panicked(0x12n), 'reverted with panic 0x12: division by zero'],
  [panicked(0x99n), 'reverted with panic 0x99: a check of the compiler failed'],
  [null, 'reverted without a reason'],
  ['0x', 'reverted without a reason'],
  ['nonsense', 'reverted without a reason'],
  ['0x12', 'reverted with the data 0x12'],
  ['0x12345678', 'reverted with custom error 0x12345678'],
  [`0x12345678${'00'.repeat(31)}2a`, `reverted with custom error 0x12345678 (data 0x12345678${'00'.repeat(31)}2a)`],
  // A known selector whose arguments are cut off says no more than its selector.
  ['0xe450d38c00', 'reverted with custom error 0xe450d38c (data 0xe450d38c00)'],
])('%s is told as it is', (data, reason) => {
  expect(revertReason(data)).toBe(reason)
})

test('a text of the contract is cleaned and cut', () => {
  const odd = said('a\u0000b\n\n\u202ec\u200b   d')
  expect(revertReason(odd)).toBe('reverted: a b c d')
  const long = revertReason(said('x'.repeat(5_000)))
  expect(long).toBe(`reverted: ${'x'.repeat(200)}…`)
})

test('an error that the caller declared is named, and no declaration changes the words of a known one', () => {
  const inputs = [{ name: 'has', type: 'uint256' }, { type: 'bytes32[]' }] as const
  const declared = [
    { type: 'error', name: 'Short', inputs },
    { type: 'error', name: 'EnforcedPause', inputs: [] },
    { type: 'error', name: 'Error', inputs: [{ type: 'string' }] },
  ] as const
  const short = encodeErrorResult({ abi: declared, errorName: 'Short', args: [5n, [ROLE]] })
  expect(revertReason(short, declared)).toBe(`reverted with Short(has: 5, ["${ROLE}"])`)
  expect(revertReason(short)).toMatch(/^reverted with custom error 0x/)
  expect(revertReason(encoded('EnforcedPause', []), declared)).toContain('the contract is paused')
  expect(revertReason(said('no'), declared)).toBe('reverted: no')
  const many = encodeErrorResult({ abi: declared, errorName: 'Short', args: [5n, Array(100).fill(ROLE)] })
  expect(revertReason(many, declared).length).toBeLessThan(500)
})

test('every known error has a sentence that names its arguments', () => {
  for (const { name, inputs } of knownErrorsAbi) {
    const sentence = KNOWN_ERRORS[name](inputs.map((_, index) => `<${index}>`))
    expect(sentence, name).not.toContain('undefined')
    expect(sentence.length, name).toBeGreaterThan(10)
  }
})

const DECLARED = requireErrors(['error Deep((string a, uint8[][] b)[] c, bytes d)', 'error Flat(int256 a, bool b)'])

test('no revert data make it throw, write more than a few lines, or hold a character that a database refuses', () => {
  const bytes = fc.uint8Array({ maxLength: 600 }).map((array) => Buffer.from(array).toString('hex'))
  const own = DECLARED.map((item) => toFunctionSelector(formatAbiItem(item).replace('error ', '')).slice(2))
  const selectors = fc.constantFrom('', '08c379a0', '4e487b71', 'e450d38c', 'e2517d3f', ...own)
  fc.assert(
    fc.property(selectors, bytes, (selector, rest) => {
      const reason = revertReason(`0x${selector}${rest}`, DECLARED)
      expect(reason.length).toBeLessThan(700)
      expect(reason).toMatch(/^reverted/)
      expect(reason).not.toMatch(/[\p{Cc}\p{Cs}]/u)
    }),
    propertyRuns(200, 10_000),
  )
})
