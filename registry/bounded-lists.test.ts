import { beforeAll, describe, expect, test } from 'vitest'
import { maxOf } from '@/server/api/find-long-lists'
import { parseInput } from '@/server/api/parse-input'
import { createTenant } from '@/server/testing/create-tenant'
import { openDatabase } from '@/server/testing/open-database'
import { callPortal, newPortalCaller, type PortalCaller } from '@/server/testing/portal-caller'
import { fieldsIn, operationInputs, procedureInputs, type Schema } from './fields-in.test-data'

type List = { path: string[]; maximum: unknown }

/** Every list in a schema, with the way that leads to it. */
function listsIn(schema: Schema): List[] {
  return fieldsIn(schema).flatMap(({ path, schema: { _zod } }) => {
    const { def } = _zod
    return def.type === 'array' ? [{ path, maximum: maxOf(def.checks) }] : []
  })
}

const ofProcedures = procedureInputs.flatMap(({ name, type, schema }) =>
  listsIn(schema).map((list) => ({ ...list, name, type })),
)
const ofOperations = operationInputs.flatMap(({ name, schema }) =>
  listsIn(schema).map((list) => ({ ...list, name, schema })),
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

    test.each(ofProcedures)('$name $path', async ({ name, type, path, maximum }) => {
      const field = path.join('.').replaceAll('*', '0')
      const input = JSON.stringify({ json: around(path, tooLong(maximum)) })
      // A query of that length is refused by the server before: here it is read as it stands.
      const answer = await callPortal(
        caller,
        type === 'query'
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
