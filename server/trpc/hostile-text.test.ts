import { callTRPCProcedure } from '@trpc/server'
import fc from 'fast-check'
import postgres from 'postgres'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Person } from '@/schemas/people/contract'
import { env } from '@/server/env'
import { createTenant } from '@/server/testing/create-tenant'
import { openDatabase } from '@/server/testing/open-database'
import { describeProcedure, type ProcedureFacts, withValue } from '@/server/testing/procedure-facts'
import { proofTimeout, propertyRuns } from '@/server/testing/proof'

type Procedure = ProcedureFacts & { path: string }

/** Text that Postgres refuses to hold, anywhere in other text. */
const UNSTORABLE = ['\0', '\ud800', '\udc00', '\udfff\ud800']
const unstorable = fc.tuple(fc.string(), fc.constantFrom(...UNSTORABLE), fc.string()).map((parts) => parts.join(''))

/** Text that is odd and can be held: it may be taken or refused, never break anything. */
const odd = fc.oneof(
  fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', '')),
  fc.constantFrom(
    ...['', ' ', '\u2028', '\u202e', '\r\n', '%', '%_', '\\', "';--", '__proto__', 'constructor', '-1', '1e999', '0x'],
    ...['//evil.test', 'http://[', '١٢٣', 'ﬀ', '9'.repeat(400), 'x'.repeat(20_000), '{"a":1}', '$1', 'NaN'],
  ),
)

/** Up to what a column, or JavaScript, still holds, and past it. */
const ODD_NUMBERS = [
  0,
  -1,
  1.5,
  1e-7,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 32,
  Number.MAX_SAFE_INTEGER,
  2 ** 63,
  Number.MAX_VALUE,
]

const database = openDatabase()
let sql: postgres.Sql
let procedures: Procedure[]
let call: (procedure: Procedure, input: unknown) => Promise<{ code: string; errors: unknown }>
let state: () => Promise<Record<string, string>>

beforeAll(async () => {
  // Imported late: these modules read the environment the database has just set.
  const { appRouter } = await import('@/registry/procedures')
  const { businessId, projectId } = await createTenant()
  const FRESH = { hasFactor: false, verifiedAt: new Date() }
  const base = { id: v7(), sessionId: v7(), name: 'Test Person', email: 'person@example.test', ...FRESH }
  const owner: Person = {
    ...base,
    platformRole: null,
    memberships: [{ businessId, businessName: 'Test', role: 'owner', requiresFactor: false }],
  }
  const operator: Person = { ...base, platformRole: 'operator', memberships: [] }
  procedures = Object.entries(appRouter._def.procedures).map(([path, procedure]) => ({
    path,
    ...describeProcedure(procedure, { projectId, businessId }),
  }))
  call = async ({ path, type, access }, input) => {
    const person = access === 'operator' || access === 'support' ? operator : owner
    const ctx = { person, requestId: 'test', clientIp: '203.0.113.1', origin: env().BASE_URL, host: null }
    const getRawInput = async () => input
    const options = { router: appRouter, path, ctx, type, signal: undefined, batchIndex: 0, getRawInput }
    return callTRPCProcedure(options).then(
      () => ({ code: 'OK', errors: undefined }),
      (error: unknown) => refused.parse(error),
    )
  }
  sql = postgres(database.url, { max: 1 })
  const tables = await sql<{ name: string }[]>`select tablename as name from pg_tables where schemaname = 'public'`
  state = async () => {
    const all = await sql.begin(async (one) => {
      const rows: [string, string][] = []
      for (const { name } of tables) {
        const [row] =
          await one`select coalesce(md5(string_agg(t::text, '' order by t::text)), '') as hash from ${one(name)} t`
        rows.push([name, String(row?.hash)])
      }
      return rows
    })
    return Object.fromEntries(all)
  }
})

afterAll(async () => {
  await sql.end()
})

const refused = z
  .object({ code: z.string(), cause: z.object({ errors: z.unknown() }).optional().catch(undefined) })
  .transform(({ code, cause }) => ({ code, errors: cause?.errors }))

test('text that cannot be stored is refused by every procedure and leaves no trace', {
  timeout: proofTimeout(240_000),
}, async () => {
  const before = await state()
  const fields = procedures.flatMap((procedure) => procedure.texts.map((field) => ({ procedure, field })))
  expect(fields.length).toBeGreaterThan(100)
  for (const { procedure, field } of fields) {
    await fc.assert(
      fc.asyncProperty(unstorable, async (text) => {
        const { code, errors } = await call(procedure, withValue(procedure.sample, field, text))
        expect({ path: procedure.path, field, code, errors }).toEqual({
          path: procedure.path,
          field,
          code: 'BAD_REQUEST',
          errors: [`${field.join('.')}: holds characters that are not allowed`],
        })
      }),
      { ...propertyRuns(UNSTORABLE.length, 100), examples: UNSTORABLE.map((text): [string] => [text]) },
    )
  }
  expect(await state()).toEqual(before)
})

test(
  'no odd text breaks a procedure',
  async () => {
    for (const procedure of procedures) {
      if (procedure.texts.length === 0) continue
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...procedure.texts), odd, async (field, text) => {
          const { code } = await call(procedure, withValue(procedure.sample, field, text))
          expect({ path: procedure.path, field, code }).not.toMatchObject({ code: 'INTERNAL_SERVER_ERROR' })
        }),
        propertyRuns(8, 100),
      )
    }
  },
  proofTimeout(120_000),
)

test(
  'no odd number breaks a procedure',
  async () => {
    const fields = procedures.flatMap((procedure) => procedure.numbers.map((field) => ({ procedure, field })))
    expect(fields.length).toBeGreaterThan(20)
    for (const { procedure, field } of fields) {
      for (const number of ODD_NUMBERS) {
        const { code } = await call(procedure, withValue(procedure.sample, field, number))
        expect({ path: procedure.path, field, number, code }).not.toMatchObject({ code: 'INTERNAL_SERVER_ERROR' })
      }
    }
  },
  proofTimeout(120_000),
)

test('a name that cannot be stored is refused like its value', async () => {
  const [create] = procedures.filter(({ path }) => path === 'businesses.create')
  if (!create) throw new Error('there is no such procedure')
  expect((await call(create, { name: 'Fine', 'odd\0': 1 })).code).toBe('BAD_REQUEST')
})
