import { ACCOUNT, TAKES_ALL } from '@/server/testing/sign-world'

export const BALANCE = 'function balanceOf(address owner) view returns (uint256)'
export const APPROVE = 'function approve(address spender, uint256 value) returns (bool)'

/** Reads that revert: which error it is, the call, the reason in words, and what the answer shows of the error. */
export const REVERTED_READS: [string, object, string, object][] = [
  [
    'of the given ABI',
    { function: 'function Short(uint256 has, address who, uint8[] parts) view', args: ['1', ACCOUNT, ['2', '3']] },
    `reverted with Short(has: 1, who: ${ACCOUNT}, parts: ["2","3"])`,
    { name: 'Short', args: ['1', ACCOUNT, '["2","3"]'] },
  ],
  [
    'of its JSON ABI',
    { function: 'function Odd((uint256 a, bool b) pair) view', args: [{ a: '7', b: true }] },
    'reverted with Odd({"a":"7","b":true})',
    { name: 'Odd', args: ['{"a":"7","b":true}'] },
  ],
  ['without arguments', { function: 'function Closed() view', args: [] }, 'reverted with Closed()', { args: [] }],
  [
    'Error(string)',
    { function: 'function Error(string text) view', args: ['not allowed'] },
    'reverted: not allowed',
    { selector: '0x08c379a0', name: 'Error', args: ['not allowed'] },
  ],
  [
    'Panic(uint256)',
    { function: 'function Panic(uint256 code) view', args: ['17'] },
    'reverted with panic 0x11: arithmetic overflow or underflow',
    { selector: '0x4e487b71', name: 'Panic', args: ['17'] },
  ],
  [
    'that nothing names',
    { function: 'function Other(uint256 a) view', args: ['1'] },
    'reverted with custom error 0x',
    { name: null, args: null },
  ],
]

/** Reads that are refused: what is wrong, the change of a right one, and the answer. */
export const REFUSED_READS: [string, object, object][] = [
  ['an account without code', { to: ACCOUNT }, { code: 422, refusal: 'no_contract', param: 'to' }],
  ['an answer that does not fit', { to: TAKES_ALL }, { code: 422, refusal: 'result_unreadable', param: 'function' }],
  ['a block that is not there', { block: '999999999' }, { code: 404, refusal: 'block_not_found', param: 'block' }],
  ['a block in hex', { block: '0x1' }, { code: 400, param: 'block' }],
  ['a function that changes something', { function: APPROVE, args: [ACCOUNT, '1'] }, { code: 400, param: 'function' }],
  ['no function', { function: 'balance of' }, { code: 400, param: 'function' }],
  ['no error', { errors: ['error A()', 'function f()'] }, { code: 400, param: 'errors[1]' }],
  ['an error with a type that is none', { errors: ['error A(word a)'] }, { code: 400, param: 'errors[0]' }],
  ['an entry of an ABI that is no error', { errors: ['{"type":"event"}'] }, { code: 400, param: 'errors[0]' }],
  ['too many errors', { errors: Array.from({ length: 33 }, () => 'A()') }, { code: 400, param: 'errors' }],
  ['an argument that does not fit', { args: ['0x00'] }, { code: 400, param: 'args[0]' }],
  ['an address with a wrong checksum', { to: ACCOUNT.replace('E0F7', 'e0F7') }, { code: 400, param: 'to' }],
  ['an unknown chain', { chainId: 4 }, { code: 404, refusal: 'chain_unavailable', param: 'chainId' }],
  ['a chain of Solana', { chainId: 103 }, { code: 400, param: 'chainId' }],
  ['another network', { network: 'MAINNET' }, { code: 400, param: 'network' }],
]
