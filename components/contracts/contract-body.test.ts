import { expect, test } from 'vitest'
import { contractBodyOf, contractPathOf, fieldProblemsOf } from './contract-body'
import { readAbi } from './read-abi'

const TO = '0x52908400098527886E0F7030069857D2E4169EE7'
const VALUES = { chainId: '84532', to: ` ${TO}`, signature: '', args: [TO, '5'], value: ' 0.1 ' }
const INPUTS = [
  { name: 'to', type: 'address' },
  { name: 'value', type: 'uint256' },
]

function functionOf(stateMutability: string) {
  const abi = readAbi(JSON.stringify([{ type: 'function', name: 'pay', stateMutability, inputs: INPUTS, outputs: [] }]))
  if ('problem' in abi || !abi.functions[0]) throw new Error('no function')
  return abi.functions[0]
}

test('a read has no wallet and no value, a call has a wallet, and one that takes coins has a value', () => {
  const shared = { chainId: 84_532, to: TO, args: [TO, '5'] }
  const bodyOf = (mutability: string) =>
    contractBodyOf({ values: VALUES, called: functionOf(mutability), errors: [], addressIndex: 7 })
  expect(bodyOf('view')).toEqual({ ...shared, function: 'function pay(address to, uint256 value) view' })
  expect(bodyOf('nonpayable')).toEqual({
    ...shared,
    addressIndex: 7,
    function: 'function pay(address to, uint256 value)',
  })
  expect(bodyOf('payable')).toMatchObject({ addressIndex: 7, value: '0.1' })
  expect(contractPathOf(functionOf('pure'))).toBe('/v1/wallet/contract/read')
  expect(contractPathOf(functionOf('payable'))).toBe('/v1/wallet/contract/call')
})

test('errors of the ABI go along, and what is still being typed is sent as it is', () => {
  const errors = ['error TooMuch(uint256 available)']
  const values = { ...VALUES, args: [TO, 'five'] }
  expect(contractBodyOf({ values, called: functionOf('view'), errors, addressIndex: 0 })).toMatchObject({
    args: [TO, 'five'],
    errors,
  })
})

test('what the API says of a field is said at that field', () => {
  expect(
    fieldProblemsOf([
      'args[1]: is out of the range of uint8',
      'args[0].amounts[2]: must be an integer',
      'to: must be an EVM address',
      'function: only reads',
      'no field',
    ]),
  ).toEqual([
    { field: 'args.1', message: 'is out of the range of uint8' },
    { field: 'args.0', message: 'amounts[2]: must be an integer' },
    { field: 'to', message: 'must be an EVM address' },
  ])
})
