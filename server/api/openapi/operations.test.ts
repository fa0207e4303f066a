import { expect, test } from 'vitest'
import { z } from 'zod'
import { ENDPOINTS } from '@/registry/endpoints'
import { openDatabase } from '@/server/testing/open-database'
import { openApiDocument } from './document'

openDatabase()

const anything = z.record(z.string(), z.unknown())
const content = z.record(z.string(), z.object({ schema: anything }))
const operation = z.strictObject({
  operationId: z.string().regex(/^[a-z][A-Za-z0-9]+$/),
  summary: z.string().min(5),
  description: z.string(),
  tags: z.array(z.string()).length(1),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(
    z.object({ name: z.string(), in: z.enum(['path', 'query', 'header']), required: z.boolean(), schema: anything }),
  ),
  requestBody: z.strictObject({ required: z.boolean(), content }).optional(),
  responses: z.record(
    z.string().regex(/^[1-5]\d\d$/),
    z.object({ description: z.string().min(3), content, headers: anything }),
  ),
})
const document = z.object({
  openapi: z.literal('3.1.0'),
  info: z.object({ title: z.string(), version: z.literal('1.0.0') }),
  servers: z.array(z.object({ url: z.url() })),
  paths: z.record(
    z.string().startsWith('/'),
    z.record(z.enum(['get', 'post', 'put', 'patch', 'delete']), operation).or(z.record(z.string(), operation)),
  ),
  components: z.object({ securitySchemes: anything, schemas: anything, headers: anything }),
})

const made = () => document.parse(JSON.parse(JSON.stringify(openApiDocument(ENDPOINTS, 'http://127.0.0.1:3000'))))
const operationsOf = (parsed: z.infer<typeof document>) =>
  Object.entries(parsed.paths).flatMap(([path, item]) => Object.values(item).map((op) => ({ path, op })))

test('describes every operation in the shape of OpenAPI 3.1', () => {
  expect(operationsOf(made())).toHaveLength(ENDPOINTS.length)
})

test('gives each operation a name of its own', () => {
  const names = operationsOf(made()).map(({ op }) => op.operationId)
  expect(new Set(names).size).toBe(names.length)
})

test('describes exactly the parameters a path has', () => {
  for (const { path, op } of operationsOf(made())) {
    const inPath = op.parameters.filter((parameter) => parameter.in === 'path').map((parameter) => parameter.name)
    expect([path, inPath]).toEqual([path, [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])])
  }
})

test('every reference leads somewhere', () => {
  const text = JSON.stringify(made())
  const { components } = made()
  for (const [, kind, name] of text.matchAll(/"#\/components\/(\w+)\/(\w+)"/g)) {
    const room = kind === 'schemas' ? components.schemas : components.headers
    expect(room).toHaveProperty(name ?? '')
  }
  expect(text).not.toContain('"$ref":"#/$defs')
})

test('asks for the idempotency key where one is needed', () => {
  const parsed = made()
  expect(parsed.paths['/v1/wallet/transaction']?.post?.parameters).toContainEqual(
    expect.objectContaining({ name: 'Idempotency-Key', in: 'header', required: true }),
  )
})

test('says what a 402 for gas and for a used up quota carries', () => {
  const parsed = made()
  const refusal = JSON.stringify(parsed.paths['/v1/wallet/transaction']?.post?.responses['402']?.content)
  expect(refusal).toContain('#/components/schemas/PaymentRequired')
  expect(parsed.components.schemas.PaymentRequired).toMatchObject({
    properties: {
      data: {
        anyOf: [
          { properties: { neededUsd: { type: 'string' }, availableUsd: { type: 'string' } } },
          { properties: { kind: { type: 'string' }, limit: { type: 'integer' }, resetsAt: { type: 'string' } } },
        ],
      },
    },
    required: ['status', 'message', 'code'],
  })
})
