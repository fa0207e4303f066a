import { expect, test } from 'vitest'
import { toExample } from './to-example'

test('fills in what is required and what carries an example', () => {
  const schema = {
    type: 'object',
    properties: {
      chainType: { type: 'string', enum: ['EVM', 'SOLANA'] },
      chainId: { type: 'integer', examples: [84_532] },
      network: { type: 'string' },
    },
    required: ['chainType'],
  }
  expect(toExample(schema)).toEqual({ chainType: 'EVM', chainId: 84_532 })
})

test('shows every field of a body that requires none', () => {
  expect(toExample({ type: 'object', properties: { overlapHours: { type: 'number', default: 24 } } })).toEqual({
    overlapHours: 24,
  })
})

test('keeps a number within its bounds', () => {
  expect(toExample({ type: 'integer', minimum: 1 })).toBe(1)
  expect(toExample({ type: 'integer', exclusiveMinimum: 0 })).toBe(1)
})

test('a call to start from leaves out what can be left out', () => {
  const properties = { amount: { type: 'string', examples: ['1'] }, note: { type: 'string', examples: ['hello'] } }
  const schema = { oneOf: [{ type: 'object', properties, required: ['amount'] }] }
  expect(toExample(schema, 'required')).toEqual({ amount: '1' })
  expect(toExample(schema)).toEqual({ amount: '1', note: 'hello' })
})
