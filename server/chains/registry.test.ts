import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { chains, rpcEndpoints } from '@/db/schema'
import { inOperator, inWorker, workerCtx } from '@/server/ctx'
import { drainUnknownErrors } from '@/server/record-unknown-error'
import { openDatabase } from '@/server/testing/open-database'
import { listOperatorChains } from './list-operator-chains'
import { findChain, forgetChains, listChains } from './registry'

const OPERATOR = { actor: { type: 'user', id: 'operator', name: 'Operator' }, requestId: 'test' } as const
const _BROKEN = 84_532

openDatabase()

test('an endpoint whose address is none is told of and stops neither its chain nor another', async () => {
  const SERVED = 11_155_111
  const full = { chainId: SERVED, role: 'full' } as const
  const rows = [
    { ...full, url: 'http://127.0.0.1:9/sound' },
    { ...full, url: 'nowhere' },
  ]
  const made = await workerCtx().db.insert(rpcEndpoints).values(rows).returning({ id: rpcEndpoints.id })
  forgetChains()
  drainUnknownErrors()
  expect((await findChain(SERVED))?.rpcUrls).toEqual(['http://127.0.0.1:9/sound'])
  expect(drainUnknownErrors()).toContainEqual([`RPC endpoint ${made[1]?.id}`, 1])
  const { items } = await inOperator(OPERATOR, (ctx) => listOperatorChains(ctx))
  expect(items.find(({ chainId }) => chainId === SERVED)?.endpoints).toEqual(['127.0.0.1:9', 'an address that is none'])
})

test('what began to be read before a change is not kept after it', async () => {
  const SWITCHED = 97
  const isWaiting = async () => {
    const [row] = await workerCtx().db.execute<{ count: number }>(sql`
      select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
    return (row?.count ?? 0) > 0
  }
  forgetChains()
  const { early } = await inWorker(async ({ db }) => {
    // Holds up the last part of a reading whose first part is done.
    await db.execute(sql`lock table chain_tokens in access exclusive mode`)
    const early = listChains()
    await expect.poll(isWaiting).toBe(true)
    await db.update(chains).set({ isActive: false }).where(eq(chains.chainId, SWITCHED))
    forgetChains()
    return { early }
  })
  expect((await early).map(({ chainId }) => chainId)).toContain(SWITCHED)
  expect(await findChain(SWITCHED)).toBeNull()
})
