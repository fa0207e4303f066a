import { beforeAll, describe, expect, test } from 'vitest'
import { parseInput } from '@/server/api/parse-input'
import { createTenant } from '@/server/testing/create-tenant'
import { openDatabase } from '@/server/testing/open-database'
import { callPortal, newPortalCaller, type PortalCaller } from '@/server/testing/portal-caller'
import { leastCpuMs, leastCpuMsOfCall, MAX_CPU_MS } from './least-cpu.test-data'
import { type List, listsOfOperations, listsOfProcedures } from './lists-in.test-data'

/** A value in which that list, and nothing else, is there. */
function around(path: readonly string[], list: unknown): unknown {
  const [first, ...rest] = path
  if (first === undefined) return list
  return first === '*' ? [around(rest, list)] : { [first]: around(rest, list) }
}

/** None of its elements is what any list holds, and each would be named if it were read. */
function tooLong({ maximum, container }: Pick<List, 'maximum' | 'container'>): unknown {
  const items = Array.from({ length: Number(maximum) + 10_000 }, () => Symbol.iterator.toString())
  // Each key is one that no record takes.
  return container === 'array' ? items : Object.fromEntries(items.map((item, n) => [`[${n}]`, item]))
}

/** The only line that the refusal has. */
function lineOf({ path, maximum, container }: List): string {
  const what = container === 'array' ? `array to have <=${maximum} items` : `record to have <=${maximum} keys`
  return `${path.join('.').replaceAll('*', '0') || 'body'}: Too big: expected ${what}`
}

test('every list and record that somebody sends has a longest length', () => {
  expect(listsOfOperations.length).toBeGreaterThan(3)
  expect(listsOfProcedures.length).toBeGreaterThan(3)
  const endless = [...listsOfOperations, ...listsOfProcedures].filter(({ maximum }) => typeof maximum !== 'number')
  expect(listsOfOperations.filter(({ container }) => container === 'record').length).toBeGreaterThan(3)
  expect(endless.map(({ name, path }) => `${name} ${path.join('.')}`)).toEqual([])
})

describe('a list that is too long is refused before its elements are read', () => {
  test.each(listsOfOperations)('$name $path', ({ schema, ...list }) => {
    const value = around(list.path, tooLong(list))
    expect(() => parseInput(schema, value)).toThrow(
      expect.objectContaining({ message: 'Validation failed', errors: [lineOf(list)] }),
    )
    expect(leastCpuMs(() => expect(() => parseInput(schema, value)).toThrow())).toBeLessThan(MAX_CPU_MS)
  })

  describe('in the portal', () => {
    openDatabase()
    let caller: PortalCaller
    beforeAll(async () => {
      const { businessId } = await createTenant()
      caller = await newPortalCaller({ businessId, role: 'owner' })
    })

    test.each(listsOfProcedures)('$name $path', async ({ name, type, ...list }) => {
      const input = JSON.stringify({ json: around(list.path, tooLong(list)) })
      // A query of that length is refused by the server before: here it is read as it stands.
      const call =
        type === 'query'
          ? { method: 'GET', path: `${name}?input=${encodeURIComponent(input)}` }
          : { method: 'POST', path: name, body: input }
      const answer = await callPortal(caller, call)
      expect(answer.status).toBe(400)
      expect(JSON.parse(answer.text)).toMatchObject({
        error: { json: { data: { errors: [lineOf(list)] } } },
      })
      expect(await leastCpuMsOfCall(() => callPortal(caller, call))).toBeLessThan(MAX_CPU_MS)
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
