import { expect, test } from 'vitest'
import { failureReason } from './failure-reason'

/** `Error('no')`, as a contract's `revert("no")` returns it. */
const NO = `0x08c379a0${'20'.padStart(64, '0')}${'2'.padStart(64, '0')}${'6e6f'.padEnd(64, '0')}`

test.each([
  ['geth', { code: 3, message: 'execution reverted: no', data: NO }, 'reverted: no'],
  ['geth, no reason', { code: 3, message: 'execution reverted', data: '0x' }, 'reverted without a reason'],
  ['old geth', { code: -32000, message: 'execution reverted' }, 'reverted without a reason'],
  ['erigon', { code: 3, message: 'execution reverted: no' }, 'reverted: no'],
  ['nethermind', { code: -32015, message: 'VM execution error.', data: `Reverted ${NO}` }, 'reverted: no'],
  ['besu', { code: -32000, message: 'Execution reverted (no)', data: NO }, 'reverted: no'],
  ['nitro', { code: 3, message: 'execution reverted', data: NO }, 'reverted: no'],
  ['anvil', { code: 3, message: 'execution reverted: no', data: NO }, 'reverted: no'],
  ['a gateway that wraps', { code: -32603, message: 'reverted', data: { data: NO } }, 'reverted: no'],
  [
    'geth, value',
    { code: -32000, message: 'insufficient funds for transfer' },
    'would move more than the wallet holds',
  ],
  [
    'anvil, value',
    { code: -32003, message: 'Insufficient funds for gas * price + value' },
    'would move more than the wallet holds',
  ],
  [
    'geth, endless',
    { code: -32000, message: 'gas required exceeds allowance (50000000)' },
    'needs more gas than a block can hold',
  ],
  ['geth, opcode', { code: -32000, message: 'invalid opcode: INVALID' }, 'hits an invalid instruction'],
  ['anvil, opcode', { code: -32603, message: 'EVM error InvalidFEOpcode' }, 'hits an invalid instruction'],
])('%s says it of the call', (_client, error, reason) => {
  expect(failureReason(error)).toBe(reason)
})

test.each([
  { code: -32005, message: 'daily request count exceeded, request rate limited' },
  { code: -32000, message: 'header not found' },
  { code: -32000, message: 'missing trie node 0xabc (path ) state 0xdef is not available' },
  { code: -32000, message: 'execution aborted (timeout = 5s)' },
  { code: -32601, message: 'the method eth_estimateGas does not exist/is not available' },
  { code: -32603, message: 'Internal error' },
])('$message is trouble of the node, not of the call', (error) => {
  expect(failureReason(error)).toBeNull()
})
