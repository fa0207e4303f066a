import { expect, test } from 'vitest'
import { readRefusal } from './read-refusal'

const NOTHING = { message: null, errors: [], shortfall: null, resolvePath: null }
const read = (body: unknown) => readRefusal(JSON.stringify(body))

test('reads what is wrong with each field', () => {
  const errors = ['amount: must be a plain decimal number', 'chainId: is required']
  expect(read({ status: false, message: 'Validation failed', errors })).toEqual({
    message: 'Validation failed',
    errors,
    shortfall: null,
    resolvePath: null,
  })
})

test('reads what a 402 for gas lacked, in dollars', () => {
  const data = { neededUsd: '0.35', availableUsd: '0.10' }
  expect(read({ status: false, message: 'Insufficient', data })).toMatchObject({
    message: 'Insufficient',
    shortfall: { unit: 'USD', needed: '0.35', available: '0.10' },
  })
})

test('reads what a failed transaction lacked, and keeps it out of the words', () => {
  const shortfall = { unit: 'ETH', needed: '2', available: '0.5' }
  const message = 'Not sent: the call would move more than the wallet holds: 2 ETH needed, 0.5 ETH available'
  expect(read({ status: false, message, data: { id: 'x', shortfall } })).toEqual({
    message: 'Not sent: the call would move more than the wallet holds',
    errors: [],
    shortfall,
    resolvePath: null,
  })
})

test('says nothing of what is no refusal of ours', () => {
  for (const body of [null, '', '<html>', '[1]', '"text"', '{"data":{"neededUsd":1}}', '{"errors":"no list"}'])
    expect(readRefusal(body)).toEqual(NOTHING)
})

test('leads to the page of the portal that resolves it, and nowhere else', () => {
  const of = (resolveUrl: unknown) => readRefusal(JSON.stringify({ message: 'No', resolveUrl })).resolvePath
  expect(of('https://api.example.com/projects/1/plans?product=3')).toBe('/projects/1/plans?product=3')
  for (const url of ['https://api.example.com/elsewhere', 'javascript:alert(1)', 'no url', 1])
    expect(of(url)).toBeNull()
})
