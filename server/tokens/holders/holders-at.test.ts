import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { toHex, zeroAddress } from 'viem'
import { beforeAll, expect, test } from 'vitest'
import { chainCursors, tokenBalances, tokenSupplies, tokens, tokenWallets } from '@/db/schema'
import { inTenant, inWorker, type Tenant } from '@/server/ctx'
import { createTenant } from '@/server/testing/create-tenant'
import { fillTenant } from '@/server/testing/fill-tenant'
import { openDatabase } from '@/server/testing/open-database'
import { propertyRuns } from '@/server/testing/proof'
import { applyEvents } from '@/server/tokens/follow/apply-events'
import type { TokenEvent } from '@/server/tokens/follow/decode-logs'
import { exportHolders } from './export-holders'
import { listHolders } from './list-holders'

const MINUTE = 60_000
const READ_TO = 1_000
const PAGE_SIZE = 2
const WALLETS = [1, 2, 3, 4, 5].map((n) => toHex(n, { size: 20 }))

openDatabase()
let tenant: Tenant & { projectId: string }
let tokenId: string
beforeAll(async () => {
  tenant = await createTenant()
  tokenId = (await fillTenant(tenant)).tokenId
  await inWorker(async ({ db }) => {
    const [token] = await db.select().from(tokens).where(eq(tokens.id, tokenId))
    const place = { chainId: token?.chainId ?? 0, consumer: 'tokens' as const, blockNumber: BigInt(READ_TO) }
    await db
      .insert(chainCursors)
      .values(place)
      .onConflictDoUpdate({
        target: [chainCursors.chainId, chainCursors.consumer, chainCursors.depth],
        set: { blockNumber: place.blockNumber },
      })
  })
})

type Held = Map<string, bigint>
/** Blocks of movements between wallets. The zero address as sender is a mint, as recipient a burn. */
const anyWallet = fc.constantFrom(zeroAddress, ...WALLETS)
const anyMove = fc.record({ from: anyWallet, to: anyWallet, units: fc.bigInt(0n, 5n) })
const anyHistory = fc.array(fc.array(anyMove, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 6 })

test('holders at any block match all movements up to it, page by page, however the events were split', {
  timeout: 5 * MINUTE,
}, async () => {
  await fc.assert(
    fc.asyncProperty(anyHistory, fc.integer({ min: 1, max: 7 }), async (history, part) => {
      await forget()
      const { events, heldAt } = play(history)
      for (let first = 0; first < events.length; first += part)
        await inWorker(({ db, now }) =>
          applyEvents(db, { tokenId, events: events.slice(first, first + part), now: now(), isNotified: false }),
        )
      for (const [block, held] of heldAt.entries()) expect(await listed(block)).toEqual(expected(held))
      expect(await listed(undefined)).toEqual(expected(heldAt.at(-1) ?? new Map()))
    }),
    propertyRuns(6, 100),
  )
})

test('the cap table comes in parts of limited size, each holder once, at the block of the first part', async () => {
  const many = 12_001
  await forget()
  await inWorker(({ db }) =>
    db.execute(sql`insert into token_balances (token_id, business_id, address, block_number, balance_units)
      select ${tokenId}::uuid, ${tenant.businessId}::uuid, 'wallet-' || n, 1, n % 7 + 1 from generate_series(1, ${many}::int) n`),
  )
  const texts: string[] = []
  let next: Awaited<ReturnType<typeof exportHolders>>['next'] | undefined
  do {
    const from = next ?? undefined
    const part = await inTenant(tenant, (ctx) =>
      exportHolders({ ...ctx, projectId: tenant.projectId }, { tokenId, from }),
    )
    texts.push(part.csv)
    next = part.next
    // Later transfers belong to a later block.
    await inWorker(({ db }) =>
      db.execute(sql`update token_balances set until_block = ${READ_TO + 1} where token_id = ${tokenId}::uuid`),
    )
  } while (next)
  const lines = texts.flatMap((text) => text.trimEnd().split('\r\n'))
  expect(lines[0]).toBe('address,investorId,label,country,balance,sharePercent,isFrozen')
  expect(texts.map((text) => text.trimEnd().split('\r\n').length)).toEqual([5_001, 5_000, 2_001])
  expect(new Set(lines.slice(1).map((line) => line.split(',')[0])).size).toBe(many)
  const balances = lines.slice(1).map((line) => Number(line.split(',')[4]))
  expect(balances).toEqual(balances.toSorted((one, other) => other - one))
})

function forget() {
  return inWorker(async ({ db }) => {
    await db.delete(tokenBalances).where(eq(tokenBalances.tokenId, tokenId))
    await db.delete(tokenSupplies).where(eq(tokenSupplies.tokenId, tokenId))
    await db.delete(tokenWallets).where(eq(tokenWallets.tokenId, tokenId))
    await db.update(tokens).set({ totalSupplyUnits: 0n, holderCount: 0 }).where(eq(tokens.id, tokenId))
  })
}

/**
 * The events of a history in blocks 1, 2, …, and the balances at the end of each block, from block 0 on. No wallet
 * sends more than it has.
 */
function play(history: { from: string; to: string; units: bigint }[][]) {
  const held: Held = new Map()
  const heldAt: Held[] = [new Map()]
  const events: TokenEvent[] = []
  for (const [n, moves] of history.entries()) {
    for (const { from, to, units } of moves) {
      if (from === to || (from !== zeroAddress && (held.get(from) ?? 0n) < units)) continue
      held.set(from, (held.get(from) ?? 0n) - units)
      held.set(to, (held.get(to) ?? 0n) + units)
      const place = {
        blockNumber: BigInt(n + 1),
        blockHash: '0x1',
        blockTime: n + 1,
        txHash: '0x1',
        logIndex: events.length,
      }
      const args = { from, to, value: units.toString() }
      events.push({ tokenId, businessId: tenant.businessId, ...place, name: 'Transfer', args })
    }
    heldAt.push(new Map(held))
  }
  return { events, heldAt }
}

function expected(held: Held) {
  const holders = [...held].filter(([address, units]) => address !== zeroAddress && units > 0n)
  holders.sort(([one, units], [other, more]) => Number(more - units) || (one < other ? -1 : 1))
  return {
    holders: holders.map(([address, units]) => [address, units]),
    total: holders.length,
    supply: holders.reduce((sum, [, units]) => sum + units, 0n),
  }
}

/** All pages of the list, and one after the last. */
async function listed(block: number | undefined) {
  const read = (page: number) =>
    inTenant(tenant, (ctx) =>
      listHolders({ ...ctx, projectId: tenant.projectId }, { tokenId, page, pageSize: PAGE_SIZE, block }),
    )
  const first = await read(1)
  const pages = [first]
  for (let page = 2; page <= Math.ceil(first.total / PAGE_SIZE) + 1; page += 1) pages.push(await read(page))
  return {
    holders: pages.flatMap(({ items }) => items.map(({ address, balance }) => [address, inUnits(balance)])),
    total: first.total,
    supply: inUnits(first.totalSupply),
  }
}

/** Units of a token with six decimals. */
function inUnits(whole: string): bigint {
  const [major = '0', minor = ''] = whole.split('.')
  return BigInt(major) * 1_000_000n + BigInt(minor.padEnd(6, '0'))
}
