import { expect, test } from 'vitest'
import { readAbi, typeText } from './read-abi'

const uint = (name: string) => ({ name, type: 'uint256', internalType: 'uint256' })
const BALANCE = {
  type: 'function',
  name: 'balanceOf',
  stateMutability: 'view',
  inputs: [{ name: 'owner', type: 'address' }],
}
const TRANSFER = { type: 'function', name: 'transfer', inputs: [{ name: 'to', type: 'address' }, uint('value')] }
const ERROR = { type: 'error', name: 'TooMuch', inputs: [uint('available')] }
const ABI = [
  { type: 'constructor', inputs: [] },
  { ...TRANSFER, stateMutability: 'nonpayable', outputs: [{ name: '', type: 'bool' }] },
  { ...BALANCE, outputs: [uint('')] },
  { type: 'event', name: 'Transfer', inputs: [] },
  ERROR,
]

function read(json: unknown) {
  const abi = readAbi(JSON.stringify(json))
  if ('problem' in abi) throw new Error(abi.problem)
  return abi
}

test('the functions of an ABI are listed by name, as the API takes them, with its errors', () => {
  const { functions, errors, unread } = read(ABI)
  expect(functions).toMatchObject([
    {
      signature: 'balanceOf(address)',
      declaration: 'function balanceOf(address owner) view returns (uint256)',
      isRead: true,
    },
    {
      signature: 'transfer(address,uint256)',
      declaration: 'function transfer(address to, uint256 value) returns (bool)',
      isRead: false,
    },
  ])
  expect(errors).toEqual(['error TooMuch(uint256 available)'])
  expect(unread).toEqual([])
})

test('the artifact of a compiler and a single entry are read as well', () => {
  expect(read({ contractName: 'Token', abi: ABI }).functions).toHaveLength(2)
  expect(read(BALANCE).functions).toHaveLength(1)
})

test('overloaded functions are told apart by their types', () => {
  const pair = { type: 'tuple[]', name: 'pairs', components: [uint('a'), { name: 'b', type: 'bytes32' }] }
  const { functions } = read([TRANSFER, { ...TRANSFER, inputs: [pair] }])
  expect(functions.map(({ signature }) => signature)).toEqual([
    'transfer((uint256,bytes32)[])',
    'transfer(address,uint256)',
  ])
  expect(typeText(pair)).toBe('(uint256,bytes32)[]')
})

test('a function that the API cannot read is named, and the others stay', () => {
  const { functions, unread } = read([BALANCE, { type: 'function', name: 'odd', inputs: [{ type: 'fixed128x18' }] }])
  expect(functions.map(({ signature }) => signature)).toEqual(['balanceOf(address)'])
  expect(unread).toEqual(['odd fixed128x18 is not a valid type'])
})

test.each([
  ['', 'Paste the ABI of the contract'],
  ['function transfer(address to)', 'This is not JSON'],
  ['[{"type":"function"', 'This is not JSON'],
  ['"text"', 'This is not an ABI'],
  ['{"name":"Token"}', 'This is not an ABI'],
  ['[1,2]', 'This is not an ABI'],
  ['[]', 'This ABI has no function that can be called'],
  ['[{"type":"event","name":"Transfer","inputs":[]}]', 'This ABI has no function that can be called'],
])('%s is refused with a reason', (text, problem) => {
  expect(readAbi(text)).toEqual({ problem: expect.stringContaining(problem) })
})
