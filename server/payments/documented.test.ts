import { expect, test } from 'vitest'
import { z } from 'zod'
import { ENDPOINTS } from '@/registry/endpoints'
import { openApiDocument } from '@/server/api/openapi/document'

const OURS = ENDPOINTS.filter(({ tags }) => tags.some((tag) => tag === 'Payments' || tag === 'Subscriptions'))

const asItIs = (example: unknown) => example

/** Each property of a schema that has examples, at any depth. */
function exemplified(schema: unknown, path: string, seen = new Set<unknown>()): [path: string, schema: z.ZodType][] {
  if (!(schema instanceof z.ZodType) || seen.has(schema)) return []
  seen.add(schema)
  const into = (inner: unknown, name: string) => exemplified(inner, `${path}${name}`, seen)
  const own: [string, z.ZodType][] = schema.meta()?.examples === undefined ? [] : [[path, schema]]
  if (schema instanceof z.ZodObject) {
    return [...own, ...Object.entries(schema.shape).flatMap(([name, field]) => into(field, `.${name}`))]
  }
  if (schema instanceof z.ZodArray) return [...own, ...into(schema.element, '[]')]
  if (schema instanceof z.ZodUnion) return [...own, ...schema.options.flatMap((option, n) => into(option, `|${n}`))]
  return own
}

test('every operation of payments and subscriptions has a summary and a description', () => {
  expect(OURS.length).toBeGreaterThanOrEqual(11)
  for (const { id, summary, description } of OURS) {
    expect.soft([id, summary.length > 5, (description ?? '').length > 10]).toEqual([id, true, true])
  }
})

test('every example is valid for its schema', () => {
  const schemas = OURS.flatMap(({ id, params, query, body, replies }) => [
    // Parameters of an address are text; `metadata[key]=value` is an object of texts.
    ...[params, query]
      .flatMap((schema) => exemplified(schema, id))
      .map((one) => [...one, (value: unknown) => (typeof value === 'object' ? value : String(value))] as const),
    ...exemplified(body, id).map((one) => [...one, asItIs] as const),
    ...Object.entries(replies)
      .flatMap(([status, schema]) => exemplified(schema, `${id} ${status}`))
      .map((one) => [...one, asItIs] as const),
  ])
  expect(schemas.length).toBeGreaterThan(60)
  for (const [path, schema, toSent] of schemas) {
    for (const example of z.array(z.unknown()).parse(schema.meta()?.examples)) {
      expect.soft([path, example, schema.safeParse(toSent(example)).success]).toEqual([path, example, true])
    }
  }
})

test('every operation names its refusals', () => {
  const answers = z.record(z.string(), z.object({ description: z.string() }))
  const { paths } = z
    .object({ paths: z.record(z.string(), z.record(z.string(), z.object({ responses: answers }))) })
    .parse(JSON.parse(JSON.stringify(openApiDocument(ENDPOINTS, 'https://api.slipway.test'))))
  const said = (path: string, method: string, status: string) => paths[path]?.[method]?.responses[status]?.description
  for (const path of ['/v1/payments/quote', '/v1/payments/subscribe']) {
    expect(said(path, 'post', '422')).toContain('`downgrade_refused`, `paid_plan_runs`')
    expect(said(path, 'post', '503')).toContain('`rate_unavailable`')
  }
  expect(said('/v1/payments/subscribe', 'post', '422')).toContain('`open_payments_limit`')
  expect(said('/v1/payments/subscribe', 'post', '503')).toContain('`providers_unavailable`, `accounts_opening`')
  for (const action of ['cancel', 'auto-renew']) {
    expect(said(`/v1/subscriptions/{id}/${action}`, 'post', '422')).toContain('`subscription_ended`')
  }
  // Operations that need a plan answer 402 when it is missing or used up; operations that sell plans do not.
  expect(said('/v1/wallet/transaction', 'post', '402')).toMatch(/`subscription_missing`.*`quota_exceeded`/)
  for (const path of Object.keys(paths).filter((one) => /payments|subscriptions\b/.test(one) && !/indexer/.test(one))) {
    expect(Object.values(paths[path] ?? {}).every(({ responses }) => responses['402'] === undefined)).toBe(true)
  }
})
