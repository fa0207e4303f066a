import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { oncePerProcess } from '@/db/once-per-process'
import { workerCtx } from '@/server/ctx'
import { createLogger } from '@/server/logger'
import { takeUnknownErrors } from '@/server/note-unknown-error'
import { MESSAGES } from '@/server/refusals/messages'
import { newCaller } from '@/server/testing/callers'
import { openDoors } from '@/server/testing/doors'
import { createOwner, createTransactionRow } from '@/server/testing/messages'
import { openDatabase } from '@/server/testing/open-database'
import { changeRow, unguardRows } from '@/server/testing/poisoned-rows'
import { lookForRepeated } from '@/server/testing/row-faults'

const lines: string[] = []
// Before anything logs: whoever does finds this one.
oncePerProcess('logger', () => createLogger('error', { write: (line) => void lines.push(line) }))

openDatabase()
let doors: Awaited<ReturnType<typeof openDoors>>
beforeAll(async () => {
  await unguardRows()
  doors = await openDoors()
})
afterAll(() => doors.close())

const history = z.object({ items: z.array(z.object({ id: z.string() })), pagination: z.object({ total: z.number() }) })

/** A business with three transactions, and what its key reads. */
async function threeTransactions() {
  const caller = await newCaller()
  const owner = await createOwner(caller.tenant)
  const made = [await createTransactionRow(owner), await createTransactionRow(owner), await createTransactionRow(owner)]
  const read = (path: string) =>
    doors.open['the front server'].send({
      method: 'GET',
      path: `/v1/wallet/transaction/${path}`,
      headers: { authorization: `Bearer ${caller.token}` },
    })
  const [damaged = '', ...sound] = made.map(({ id }) => id)
  return { read, damaged, sound }
}

test.each([
  ['a status nobody knows', sql`status = 'nonsense'`],
  ['a moment that is none', sql`updated_at = 'infinity'`],
  ['an amount that is no number', sql`amount_units = 'NaN'`],
  ['JSON that is no object', sql`shortfall = '"nonsense"'`],
])('of a row with %s history shows the others; the log has its id once, the alarm too', async (_, change) => {
  const { read, damaged, sound } = await threeTransactions()
  await changeRow(damaged, change)
  takeUnknownErrors()
  lines.splice(0)
  for (let times = 1; times <= 5; times++) {
    const { status, body } = await read('history')
    expect(status).toBe(200)
    const { items, pagination } = history.parse(body.data)
    expect(items.map(({ id }) => id).toSorted()).toEqual(sound.toSorted())
    expect(pagination.total).toBe(3)
  }
  expect(lines.filter((line) => line.includes(damaged))).toHaveLength(1)
  expect(await lookForRepeated(workerCtx())).toContain(damaged)
})

test.each([
  ['a status nobody knows', sql`status = 'nonsense'`],
  ['a moment that is none', sql`created_at = 'infinity'`],
  ['an amount that is no number', sql`amount_units = 'NaN'`],
])('read by its id, a row with %s answers the documented 500, logged once; the others are read', async (_, change) => {
  const { read, damaged, sound } = await threeTransactions()
  await changeRow(damaged, change)
  lines.splice(0)
  const { status, headers, body, text } = await read(damaged)
  expect(status).toBe(500)
  expect(body).toMatchObject({ status: false, message: MESSAGES.internal })
  expect(text).not.toMatch(/nonsense|NaN|cannot be read/)
  const requestId = headers.get('x-request-id')
  expect(requestId).toMatch(/^[0-9a-f-]{36}$/)
  expect(lines.filter((line) => line.includes(`"${requestId}"`))).toHaveLength(1)
  for (const id of sound) expect((await read(id)).status).toBe(200)
})
