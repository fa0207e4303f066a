import { randomUUID } from 'node:crypto'
import { and, eq, inArray, sql } from 'drizzle-orm'
import fc from 'fast-check'
import postgres from 'postgres'
import { getAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chainTokens, deposits, policies, sweepRules, sweeps, sweepWallets, transactions, wallets } from '@/db/schema'
import { forgetChains } from '@/server/chains/registry'
import { startStubNode } from '@/server/chains/testing/stub-node'
import { forgetCaches } from '@/server/changing-cache'
import { inWorker, workerCtx } from '@/server/ctx'
import { endTransactions } from '@/server/engine/end-transactions'
import { enqueueDepositWallets } from '@/server/handlers/sweeps/enqueue-wallets'
import { addRpcEndpoint } from '@/server/testing/add-rpc-endpoint'
import { openDatabase } from '@/server/testing/open-database'
import { propertyRuns } from '@/server/testing/proof'
import { requireChain } from '@/server/testing/require-chain'
import { newSweeper, PATH, type Sweeper, sweepAt } from './sweep-world.test-data'

const CHAIN_ID = 84_532
const TOKEN = '0x036CbD53842c5426634e7929541eC2318f3dCF7e'
const THRESHOLD = 50n
/** The number of turns within which the model comes to rest once the cause of its failures is settled. */
const TURNS = 6

const database = openDatabase()
let owner: postgres.Sql
let node: Awaited<ReturnType<typeof startStubNode>>
/** The token balance of each address: the whole chain of this model. */
const held = new Map<string, bigint>()

beforeAll(async () => {
  owner = postgres(database.url, { max: 1, onnotice: () => {} })
  await owner.unsafe(`
    create table kills (n int); grant all on kills to public;
    create function die() returns trigger language plpgsql as $$ begin
      if exists (select from kills) then raise exception 'killed'; end if; return new; end $$;
    create trigger die before insert on sweeps for each row execute function die()`)
  const balanceOf = ([call]: unknown[]) => {
    const { data = '' }: { data?: string } = Object(call)
    return `0x${(held.get(getAddress(`0x${data.slice(34)}`)) ?? 0n).toString(16).padStart(64, '0')}`
  }
  const eth_getBlockByNumber = () => ({ number: '0x64', hash: `0x${'64'.repeat(32)}` })
  const methods = { eth_call: balanceOf, eth_getBalance: () => '0x0', eth_getCode: () => '0x', eth_getBlockByNumber }
  node = await startStubNode({ chainId: CHAIN_ID, methods })
  await addRpcEndpoint(CHAIN_ID, node.url)
  await inWorker(({ db }) =>
    db
      .insert(chainTokens)
      .values({ chainId: CHAIN_ID, address: TOKEN, symbol: 'TST', decimals: 0 })
      .onConflictDoNothing(),
  )
  forgetChains()
})
afterAll(async () => {
  await owner.end()
  await node.close()
})

const add = (address: string, units: bigint) => held.set(address, (held.get(address) ?? 0n) + units)

type World = {
  own: Sweeper
  sources: string[]
  ruleId: string | null
  given: bigint
  minutes: number
  isRefused: boolean
}

async function newWorld(): Promise<World> {
  const own = await newSweeper()
  const world: World = {
    own,
    sources: await own.newWallets({ count: 3 }),
    ruleId: null,
    given: 0n,
    minutes: 0,
    isRefused: false,
  }
  await makeRule(world)
  return world
}

async function makeRule(world: World): Promise<void> {
  world.ruleId ??= await world.own.newRule({ chainId: CHAIN_ID, tokenAddress: TOKEN, toAddress: world.own.treasury })
}

async function arrive({ own, sources }: World, n: number, units: bigint, isReported: boolean): Promise<void> {
  const address = sources[n] ?? ''
  add(address, units)
  if (!isReported) return
  const [wallet] = await workerCtx().db.select().from(wallets).where(eq(wallets.address, address))
  const { businessId, projectId } = own.tenant
  await inWorker(async ({ db, now }) => {
    const row = {
      ...{ businessId, projectId, walletId: wallet?.id ?? '', chainId: CHAIN_ID, tokenAddress: TOKEN, symbol: 'TST' },
      ...{ decimals: 0, amountUnits: units, fromAddress: TOKEN, txHash: randomUUID(), blockNumber: 1n },
      ...{ blockHash: randomUUID(), stage: 'confirmed' as const },
    }
    const [made] = await db.insert(deposits).values(row).returning({ id: deposits.id })
    await enqueueDepositWallets(db, [made?.id ?? ''], now())
  })
}

/** Ends what is open, as the engine does: a sweep moves what is there then, or fails and moves nothing. */
async function endOpen({ own }: World, isDone: boolean): Promise<number> {
  const chain = await requireChain(CHAIN_ID)
  const { db } = workerCtx()
  const open = await db
    .select()
    .from(transactions)
    .where(and(eq(transactions.businessId, own.tenant.businessId), eq(transactions.status, 'PENDING')))
  expect(new Set(open.map(({ walletId }) => walletId)).size).toBe(open.length)
  for (const { fromAddress, toAddress, amountUnits } of open) {
    expect(toAddress).toBe(own.treasury)
    expect(fromAddress).not.toBe(own.treasury)
    expect(amountUnits).toBeLessThanOrEqual(held.get(fromAddress) ?? 0n)
    if (!isDone) continue
    add(fromAddress, -amountUnits)
    add(toAddress, amountUnits)
  }
  const ended = { stage: 'final' as const, finalAt: new Date() }
  const outcome = isDone ? { status: 'COMPLETED' as const } : { status: 'FAILED' as const, error: 'Reverted' }
  const ids = open.map(({ id }) => id)
  if (ids.length > 0)
    await endTransactions(chain, null, (own) =>
      own
        .update(transactions)
        .set({ ...ended, ...outcome })
        .where(inArray(transactions.id, ids))
        .returning(),
    )
  return open.length
}

async function setRefused(world: World, isRefused: boolean): Promise<void> {
  if (world.isRefused === isRefused) return
  world.isRefused = isRefused
  const { businessId, projectId } = world.own.tenant
  await inWorker(({ db }) =>
    isRefused
      ? db.insert(policies).values({ businessId, projectId, updatedBy: 'test', allowedRecipients: [] })
      : db.delete(policies).where(eq(policies.projectId, projectId)),
  )
  forgetCaches()
}

async function deleteRule(world: World): Promise<void> {
  if (world.ruleId) expect(await world.own.delete(`${PATH}/${world.ruleId}`)).toMatchObject({ code: 200 })
  world.ruleId = null
}

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('arrive' as const),
      n: fc.nat(2),
      units: fc.bigInt(1n, 120n),
      isReported: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('run' as const),
      times: fc.integer({ min: 1, max: 2 }),
      minutes: fc.constantFrom(0, 11, 61, 361),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('end' as const), isDone: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('kill' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('refuse' as const), isRefused: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('pause' as const, 'delete' as const, 'make' as const) }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

async function play(world: World, one: Step): Promise<void> {
  if (one.do === 'arrive') {
    world.given += one.units
    return arrive(world, one.n, one.units, one.isReported)
  }
  if (one.do === 'run') {
    world.minutes += one.minutes
    await Promise.all(Array.from({ length: one.times }, () => sweepAt(world.minutes)))
    return
  }
  if (one.do === 'end') return void (await endOpen(world, one.isDone))
  if (one.do === 'kill') {
    await owner`insert into kills values (1)`
    await sweepAt(world.minutes)
    await owner`delete from kills`
    return
  }
  if (one.do === 'refuse') return setRefused(world, one.isRefused)
  if (one.do === 'delete') return deleteRule(world)
  if (one.do === 'make') return makeRule(world)
  if (world.ruleId) await world.own.patch(`${PATH}/${world.ruleId}`, { status: 'PAUSED' })
}

test('whatever happens, every unit ends in the target or is below the threshold, and nothing goes round', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const world = await newWorld()
      const { own, sources } = world
      const all = [own.treasury, ...sources]
      const total = () => all.reduce((sum, address) => sum + (held.get(address) ?? 0n), 0n)
      for (const one of steps) {
        await play(world, one)
        expect(total()).toBe(world.given)
        const { businessId } = own.tenant
        // A transaction has its row, and an open row its claim: a kill leaves both or neither.
        const [odd] = await workerCtx().db.execute(sql`
          select (select count(*) from ${transactions} t where t.business_id = ${businessId} and not exists (select from ${sweeps} s where s.transaction_id = t.id))
            + (select count(*) from ${sweepWallets} w join ${sweepRules} r on r.id = w.rule_id where w.business_id = ${businessId} and w.state = 'OPEN'
              and not exists (select from ${sweeps} s where s.rule_id = w.rule_id and s.wallet_id = w.wallet_id and s.state = 'OPEN')) as n`)
        expect(Number(odd?.n)).toBe(0)
      }
      // The cause of failures is settled and the rule resumed: the model comes to rest within `TURNS`.
      await setRefused(world, false)
      await makeRule(world)
      await own.patch(`${PATH}/${world.ruleId}`, { status: 'ACTIVE' })
      let last = 0
      for (let turn = 1; turn <= TURNS; turn += 1) {
        await sweepAt(world.minutes + 2 * turn)
        if ((await endOpen(world, true)) > 0) last = turn
      }
      expect(last).toBeLessThan(TURNS)
      expect(sources.filter((address) => (held.get(address) ?? 0n) >= THRESHOLD)).toEqual([])
      expect(total()).toBe(world.given)
    }),
    {
      ...propertyRuns(5, 300),
      examples: [
        // A rule was deleted while its sweep was open, and another took its place.
        [
          [
            { do: 'arrive', n: 2, units: 50n, isReported: false },
            { do: 'run', times: 1, minutes: 0 },
            { do: 'delete' },
            { do: 'arrive', n: 2, units: 50n, isReported: false },
            { do: 'make' },
            { do: 'run', times: 2, minutes: 0 },
          ],
        ],
      ],
    },
  )
})
