import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { longestOf } from '@/server/api/find-long-lists'
import { parseInput } from '@/server/api/parse-input'
import { ENDPOINTS } from '@/server/registry/endpoints'
import { appRouter } from '@/server/registry/procedures'
import { createTenant } from '@/server/testing/create-tenant'
import { openDatabase } from '@/server/testing/open-database'
import { callPortal, newPortalCaller, type PortalCaller } from '@/server/testing/portal-caller'

type Schema = z.core.$ZodType
type List = { path: string[]; maximum: unknown }

/** Every list in a schema, with the way that leads to it; `*` is any item or key. */
function listsIn(schema: Schema, path: string[] = []): List[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return listsIn(def.innerType, path)
    case 'pipe':
      return [...listsIn(def.in, path), ...listsIn(def.out, path)]
    case 'intersection':
      return [...listsIn(def.left, path), ...listsIn(def.right, path)]
    case 'union':
      return def.options.flatMap((option) => listsIn(option, path))
    case 'object':
      return Object.entries(def.shape).flatMap(([name, field]) => listsIn(field, [...path, name]))
    case 'record':
      return listsIn(def.valueType, [...path, '*'])
    case 'array':
      return [{ path, maximum: longestOf(def.checks) }, ...listsIn(def.element, [...path, '*'])]
    default:
      return []
  }
}

const procedures = z
  .record(z.string(), z.custom<{ _def: { inputs: Schema[]; type: string } }>())
  .parse(appRouter._def.procedures)
const ofProcedures = Object.entries(procedures).flatMap(([name, { _def }]) =>
  _def.inputs.flatMap((input) => listsIn(input).map((list) => ({ ...list, name, schema: input }))),
)
const ofOperations = ENDPOINTS.flatMap(({ id, params, query, body }) =>
  [params, query, body].flatMap((input) =>
    input ? listsIn(input).map((list) => ({ ...list, name: id, schema: input as z.ZodType })) : [],
  ),
)

/** A value in which that list, and nothing else, is there. */
function around(path: readonly string[], list: unknown): unknown {
  const [first, ...rest] = path
  if (first === undefined) return list
  return first === '*' ? [around(rest, list)] : { [first]: around(rest, list) }
}

/** None of its elements is what any list holds, and each would be named if it were read. */
const tooLong = (maximum: unknown) => Array.from({ length: Number(maximum) + 10_000 }, () => Symbol.iterator.toString())

test('every list that somebody sends has a longest length', () => {
  expect(ofOperations.length).toBeGreaterThan(3)
  expect(ofProcedures.length).toBeGreaterThan(3)
  const endless = [...ofOperations, ...ofProcedures].filter(({ maximum }) => typeof maximum !== 'number')
  expect(endless.map(({ name, path }) => `${name} ${path.join('.')}`)).toEqual([])
})

describe('a list that is too long is refused before its elements are read', () => {
  test.each(ofOperations)('$name $path', ({ path, maximum, schema }) => {
    const field = path.join('.').replaceAll('*', '0')
    expect(() => parseInput(schema, around(path, tooLong(maximum)))).toThrow(
      expect.objectContaining({
        message: 'Validation failed',
        errors: [`${field || 'body'}: Too big: expected array to have <=${maximum} items`],
      }),
    )
  })

  describe('in the portal', () => {
    openDatabase()
    let caller: PortalCaller
    beforeAll(async () => {
      const { businessId } = await createTenant()
      caller = await newPortalCaller({ businessId, role: 'owner' })
    })

    test.each(ofProcedures)('$name $path', async ({ name, path, maximum }) => {
      const field = path.join('.').replaceAll('*', '0')
      const input = JSON.stringify({ json: around(path, tooLong(maximum)) })
      const isQuery = procedures[name]?._def.type === 'query'
      // A query of that length is refused by the server before: here it is read as it stands.
      const answer = await callPortal(
        caller,
        isQuery
          ? { method: 'GET', path: `${name}?input=${encodeURIComponent(input)}` }
          : { method: 'POST', path: name, body: input },
      )
      expect(answer.status).toBe(400)
      expect(JSON.parse(answer.text)).toMatchObject({
        error: { json: { data: { errors: [`${field}: Too big: expected array to have <=${maximum} items`] } } },
      })
    })

    test.each([
      ['POST', 'keys.rotate'],
      ['GET', 'wallets.list'],
    ])('a call by %s that is nested 60,000 deep is refused, whoever sends it', async (method, path) => {
      const nested = `{"json":${'['.repeat(60_000)}${']'.repeat(60_000)}}`
      const call = method === 'POST' ? { method, path, body: nested } : { method, path: `${path}?input=${nested}` }
      const answer = await callPortal({ ...caller, cookie: 'none' }, call)
      expect(answer.status).toBe(400)
      expect(answer.text).toContain('nested deeper than 32 levels')
    })
  })
})
