import { eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { getAddress } from 'viem'
import { beforeAll, describe, expect, test } from 'vitest'
import { deposits, indexerLogs, indexerSubscriptions, webhookEndpoints, webhookMessages } from '@/db/schema'
import { workerCtx } from '@/server/ctx'
import { MAX_HITS } from './finders'
import { find, giveHash, kindsOf, openSearchWorld, visitsTo } from './search-world.test-data'

const HASH = `0x${'ab'.repeat(32)}`
const ADDRESS = '0x00000000000000000000000000000000000000AA'

const world = openSearchWorld()

const db = () => workerCtx().db

beforeAll(() => giveHash(HASH, world.own))

describe('by its id', () => {
  const first = async (table: typeof indexerLogs | typeof deposits | typeof webhookMessages) =>
    (await db().select({ id: table.id }).from(table).where(eq(table.businessId, world.own.businessId)))[0]?.id ?? ''

  test('anything of a business is found, and whose it is', async () => {
    const [subscription] = await db()
      .select()
      .from(indexerSubscriptions)
      .where(eq(indexerSubscriptions.businessId, world.own.businessId))
    const [endpoint] = await db()
      .select()
      .from(webhookEndpoints)
      .where(eq(webhookEndpoints.businessId, world.own.businessId))
    const wanted = {
      business: world.own.businessId,
      project: world.own.projectId,
      wallet: world.filled.walletId,
      transaction: world.filled.transactionId,
      deposit: await first(deposits),
      subscription: subscription?.id ?? '',
      log: await first(indexerLogs),
      endpoint: endpoint?.id ?? '',
      message: await first(webhookMessages),
    }
    for (const [kind, id] of Object.entries(wanted)) {
      const { hits, isCut } = await find(id)
      expect({ kind, hits, isCut }).toEqual({
        kind,
        hits: [
          expect.objectContaining({
            ...{ kind, id, businessId: world.own.businessId, projectId: world.own.projectId },
            ...{ businessName: expect.any(String), projectName: expect.any(String) },
          }),
        ],
        isCut: false,
      })
    }
  })

  test('nothing is found under one that nobody has', async () => {
    expect(await find(v7())).toEqual({ isTerm: true, hits: [], isCut: false })
  })
})

test('by a transaction hash all that came of it is found, of whichever attempt it is', async () => {
  expect(await kindsOf(HASH)).toEqual(['transaction', 'deposit', 'log'])
  expect(await kindsOf(`${HASH.toUpperCase().replace('0X', '0x')}:0`)).toEqual(['transaction', 'deposit', 'log'])
})

test('by an address what stands there or went there is found, of every business', async () => {
  const { hits } = await find(ADDRESS.toLowerCase())
  const kinds = hits.filter(({ businessId }) => businessId === world.own.businessId).map(({ kind }) => kind)
  expect(kinds).toEqual(['transaction', 'deposit', 'subscription'])
  expect(new Set(hits.map(({ businessId }) => businessId))).toEqual(
    new Set([world.own.businessId, world.other.businessId]),
  )
  const [wallet] = await find(world.filled.walletId).then(({ hits: found }) => found)
  expect(await kindsOf(wallet?.label ?? '')).toContain('wallet')
})

test('of many the newest are shown, and that there are more', async () => {
  const [{ businessId }, { walletId }] = [world.own, world.filled]
  const sender = getAddress(`0x${'0b'.repeat(20)}`)
  const row = { businessId, walletId, chainId: 84_532, symbol: 'ETH', decimals: 18, amountUnits: 1n }
  const rows = Array.from({ length: MAX_HITS + 1 }, (_, n) => ({
    ...row,
    ...{ id: v7(), fromAddress: sender, txHash: `0x${n}`, blockNumber: 1n, blockHash: '0x2' },
  }))
  await db().insert(deposits).values(rows)
  const { hits, isCut } = await find(sender)
  expect(isCut).toBe(true)
  expect(hits.map(({ id }) => id)).toEqual(
    rows
      .map(({ id }) => id)
      .toReversed()
      .slice(0, MAX_HITS),
  )
})

test('each business whose things are shown can read that they were looked at', async () => {
  const sessionId = v7()
  const before = await visitsTo(world.own.businessId)
  await find(HASH, sessionId)
  await find(HASH, sessionId)
  const visits = await visitsTo(world.own.businessId)
  expect(visits).toHaveLength(before.length + 1)
  expect(visits.at(-1)).toMatchObject({ target: world.own.projectId, detail: { role: 'support' } })
})
