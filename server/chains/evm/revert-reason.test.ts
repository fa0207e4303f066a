import fc from 'fast-check'
import { type Abi, encodeErrorResult, type Hex, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { KNOWN_ERRORS } from './known-errors'
import { revertReason } from './revert-reason'

const ALICE = '0x52908400098527886E0F7030069857D2E4169EE7'
const BOB = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const ROLE = `0x${'ab'.repeat(32)}`

/** Encoded by the library, so that the selectors are not our own word against our own. */
function encoded(signature: string, args: readonly unknown[]): Hex {
  const signatures: string[] = [signature]
  const abi: Abi = parseAbi(signatures)
  return encodeErrorResult({ abi, args })
}

test.each([
  [
    'error Error(string)',
    ['ERC20: transfer amount exceeds balance'],
    'reverted: ERC20: transfer amount exceeds balance',
  ],
  ['error Error(string)', [''], 'reverted without a reason'],
  ['error Panic(uint256)', [0x11n], 'reverted with panic 0x11: arithmetic overflow or underflow'],
  ['error Panic(uint256)', [0x12n], 'reverted with panic 0x12: division by zero'],
  ['error Panic(uint256)', [0x99n], 'reverted with panic 0x99: a check of the compiler failed'],
  [
    'error ERC20InsufficientBalance(address,uint256,uint256)',
    [ALICE, 5n, 10n],
    `reverted with ERC20InsufficientBalance: ${ALICE} holds 5 units of the token, 10 are needed`,
  ],
  [
    'error ERC20InsufficientAllowance(address,uint256,uint256)',
    [ALICE, 0n, 10n],
    `reverted with ERC20InsufficientAllowance: ${ALICE} may spend 0 units of the token, 10 are needed`,
  ],
  [
    'error OwnableUnauthorizedAccount(address)',
    [ALICE],
    `reverted with OwnableUnauthorizedAccount: ${ALICE} is not the owner`,
  ],
  [
    'error AccessControlUnauthorizedAccount(address,bytes32)',
    [ALICE, ROLE],
    `reverted with AccessControlUnauthorizedAccount: ${ALICE} lacks the role ${ROLE}`,
  ],
  [
    'error ERC721IncorrectOwner(address,uint256,address)',
    [ALICE, 7n, BOB],
    `reverted with ERC721IncorrectOwner: token 7 belongs to ${BOB}, not to ${ALICE}`,
  ],
  ['error EnforcedPause()', [], 'reverted with EnforcedPause: the contract is paused'],
] as const)('%s reads as a sentence', (signature, args, reason) => {
  expect(revertReason(encoded(signature, args))).toBe(reason)
})

test.each([
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
  const odd = encoded('error Error(string)', ['a\u0000b\n\n\u202ec\u200b   d'])
  expect(revertReason(odd)).toBe('reverted: a b c d')
  const long = revertReason(encoded('error Error(string)', ['x'.repeat(5_000)]))
  expect(long).toBe(`reverted: ${'x'.repeat(200)}…`)
})

test('every known error has a sentence that names its arguments', () => {
  for (const [signature, say] of Object.entries(KNOWN_ERRORS)) {
    const count = signature.includes('()') ? 0 : signature.split(',').length
    const args = Array.from({ length: count }, (_, index) => `<${index}>`)
    const said = say(args)
    expect(said, signature).not.toContain('undefined')
    expect(said.length, signature).toBeGreaterThan(10)
  }
})

test('no revert data make it throw, write more than a few lines, or hold a character that a database refuses', () => {
  const bytes = fc.uint8Array({ maxLength: 600 }).map((array) => Buffer.from(array).toString('hex'))
  const selectors = fc.constantFrom('', '08c379a0', '4e487b71', 'e450d38c', 'e2517d3f')
  fc.assert(
    fc.property(selectors, bytes, (selector, rest) => {
      const reason = revertReason(`0x${selector}${rest}`)
      expect(reason.length).toBeLessThan(700)
      expect(reason).toMatch(/^reverted/)
      expect(reason).not.toMatch(/[\p{Cc}\p{Cs}]/u)
    }),
    { numRuns: 1_000 },
  )
})
