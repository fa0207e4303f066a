import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstIdAt } from '@/db/new-id'
import { auditLog } from '@/db/schema'
import { workerCtx } from '@/server/ctx'
import { countStatements } from '@/server/testing/count-statements'
import { createTenant } from '@/server/testing/create-tenant'
import { openDatabase } from '@/server/testing/open-database'
import { listStops } from './apply-stops'
import { STOP_KINDS } from './kinds'

const database = openDatabase()
let statements: Awaited<ReturnType<typeof countStatements>>
let businessId: string
beforeAll(async () => {
  statements = await countStatements(database.url)
  process.env.DATABASE_URL = statements.url
  const tenant = await createTenant()
  businessId = tenant.businessId
})
afterAll(() => statements.close())

/** Kinds that read a table of their own. */
const OWN_READS = Object.values(STOP_KINDS).filter(({ audited }) => !audited).length
const MANY = 5_000
const SUBJECTS = 7

/** Rows of the audit log, one a millisecond from `from` on. */
async function append(from: number, rows: { action: string; target: string }[]): Promise<void> {
  const hashed = { actorType: 'system', actorId: 'test', previousHash: '', hash: '' } as const
  const values = rows.map((row, n) => ({
    ...{ ...row, ...hashed, businessId, detail: {}, seq: from + n, createdAt: new Date(from + n) },
    id: firstIdAt(new Date(from + n)),
  }))
  for (let n = 0; n < values.length; n += 1_000)
    await workerCtx()
      .db.insert(auditLog)
      .values(values.slice(n, n + 1_000))
}

test('one statement reads the audit log for all kinds', async () => {
  const since = new Date(Date.now() - 60_000)
  await listStops(workerCtx(), { since })
  expect(await statements.of(() => listStops(workerCtx(), { since }))).toBe(OWN_READS + 1)
})

test('lists the latest entry of each subject, however many rows each action has', async () => {
  const from = Date.UTC(2026, 0, 1)
  const rows = Array.from({ length: MANY }, (_, n) => ({
    action: n % 3 === 0 ? 'person.switched_on' : 'person.switched_off',
    target: `person ${n % SUBJECTS}`,
  }))
  await append(from, rows)
  await append(from + MANY, [{ action: 'share.ignored', target: 'person 0' }])
  const listed = await listStops(workerCtx(), { since: new Date(from) })
  const expected = Array.from({ length: SUBJECTS }, (_, subject) => {
    const n = rows.findLastIndex(({ target }) => target === `person ${subject}`)
    return { kind: 'person', subject: `person ${subject}`, isStop: n % 3 !== 0, at: from + n }
  })
  const found = listed.filter(({ kind }) => kind === 'person').toSorted((a, b) => a.subject.localeCompare(b.subject))
  expect(found.map(({ kind, subject, isStop, at }) => ({ kind, subject, isStop, at }))).toEqual(expected)
  expect(found.map(({ id }) => id)).toEqual(expected.map(({ at }) => firstIdAt(new Date(at))))
})
