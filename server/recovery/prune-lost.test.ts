import { eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { expect, it } from 'vitest'
import { type LostTransaction, recoveries } from '@/db/schema'
import { workerCtx } from '@/server/ctx'
import { openDatabase } from '@/server/testing/open-database'
import { listLost } from './lost-transactions'
import { pruneLost } from './prune-lost'

openDatabase()

const DAY_MS = 86_400_000
const gas = { gasLimit: '21000', maxFeePerGas: '2', maxPriorityFeePerGas: '1' }
const lostOf = (nonce: number, heldId: string | null = null): LostTransaction => ({
  ...{ chainId: 84532, hash: `0x${nonce.toString().padStart(64, '0')}`, value: '1', nonce, heldId },
  ...{ fromAddress: `0x${'a'.repeat(40)}`, toAddress: `0x${'b'.repeat(40)}`, data: '0x', raw: '02', ...gas },
})

async function leave(daysAgo: number, lost: LostTransaction[]): Promise<() => Promise<LostTransaction[]>> {
  const { db } = workerCtx()
  const id = v7()
  const leftAt = new Date(Date.now() - daysAgo * DAY_MS)
  await db.insert(recoveries).values({ id, cause: 'restored', message: 'A test', lost, leftAt, leftBy: 'test' })
  return async () => (await db.select().from(recoveries).where(eq(recoveries.id, id)))[0]?.lost ?? []
}

it('forgets signed bytes long after a recovery was left, except of a transaction that is held', async () => {
  const held = lostOf(1, v7())
  const readOld = await leave(120, [lostOf(0), held])
  const young = [lostOf(2)]
  const readYoung = await leave(10, young)
  expect(await pruneLost(workerCtx())).toBe(1)
  expect(await pruneLost(workerCtx())).toBe(0)
  const [first, second] = await readOld()
  expect(first).toEqual({
    ...{ chainId: 84532, hash: lostOf(0).hash, value: '1', nonce: 0 },
    ...{ fromAddress: held.fromAddress, toAddress: held.toAddress },
  })
  expect(second).toEqual(held)
  expect(await readYoung()).toEqual(young)
  expect((await listLost(workerCtx().db, { chainId: 84532 })).map(({ nonce }) => nonce)).toEqual([1, 2])
})
