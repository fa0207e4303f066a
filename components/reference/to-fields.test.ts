import { expect, test } from 'vitest'
import { toFields } from './to-fields'

test('names nested fields by the way to them', () => {
  const wallet = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] }
  const fields = toFields({
    type: 'object',
    properties: { data: { type: 'object', properties: { items: { type: 'array', items: wallet } } } },
  })
  expect(fields.map((field) => field.name)).toEqual(['data', 'data.items', 'data.items[].id'])
  expect(fields.map((field) => field.required)).toEqual([false, false, true])
})

test('says each variant of a union and each rule once', () => {
  const [field] = toFields({
    properties: {
      from: {
        anyOf: [
          { type: 'string', maxLength: 64 },
          { type: 'integer', minimum: 5 },
        ],
      },
    },
  })
  expect(field).toMatchObject({ type: 'string or integer', rules: ['At most 64 characters', 'At least 5'] })
})

test('the values of all variants are choices, each once', () => {
  const variant = (chainType: string) => ({
    properties: { chainType: { type: 'string', const: chainType }, speed: { type: 'string', enum: ['slow', 'fast'] } },
  })
  const [chainType, speed] = toFields({ oneOf: [variant('EVM'), variant('SOLANA'), variant('EVM')] })
  expect(chainType).toMatchObject({ choices: ['EVM', 'SOLANA'], rules: [] })
  expect(speed).toMatchObject({ choices: ['slow', 'fast'], rules: [] })
})

test('leaves out the bounds of integers and columns, and the pattern behind a format', () => {
  const fields = toFields({
    properties: {
      id: { type: 'string', format: 'uuid', pattern: '^.*$' },
      count: { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
      index: { type: 'integer', minimum: 0, maximum: 2_147_483_647 },
    },
  })
  expect(fields.flatMap((field) => field.rules)).toEqual([])
  expect(fields[0]?.type).toBe('string (uuid)')
})
