import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { type Address, getAddress, type Hex } from 'viem'
import { expect, test } from 'vitest'
import { claimCursor, releaseCursor } from '@/server/chains/cursor'
import { workerCtx } from '@/server/ctx'
import { transferLog } from '@/server/indexer/follow/event-chain.test-data'
import { proofTimeout, propertyRuns } from '@/server/testing/proof'
import { addEndpoint } from '@/server/webhooks/destinations/endpoint-world.test-data'
import { AS_DEPOSITS, openDepositWorld } from './deposit-world.test-data'
import { followDeposits, newDepositFollower } from './follow-deposits'
import { coinsTo, OUTSIDER } from './money-chain.test-data'

const on = openDepositWorld()
const DEPTH = 3

/** The sender: an outsider, the customer from another wallet or to the very one (as a cancel does), the platform. */
const SENDERS = ['outsider', 'outsider', 'outsider', 'own', 'itself', 'platform'] as const
const sources = fc.array(fc.constantFrom(...SENDERS), { maxLength: 3 })

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('mine' as const), logs: sources, coins: sources }) },
  { weight: 3, arbitrary: fc.constant({ do: 'follow' as const }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('fail' as const), after: fc.nat(14) }) },
  { weight: 1, arbitrary: fc.constant({ do: 'race' as const }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('rebuild' as const),
      depth: fc.integer({ min: 1, max: 6 }),
      /** How many of those that were lost come again, in another order, and so many blocks later. */
      kept: fc.nat(4),
      later: fc.nat(1),
    }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

/** Two followers take the same turn at once: the second took the lease over, and the first does not know. */
async function race(): Promise<void> {
  await releaseCursor(workerCtx(), AS_DEPOSITS, 'test')
  const stale = await on.claim('sleeper')
  await workerCtx().db.execute(
    sql`update chain_cursors set lease_until = now() - interval '1 second' where consumer = 'deposits'`,
  )
  const fresh = await claimCursor(workerCtx(), AS_DEPOSITS, { owner: 'test', seconds: 30 })
  if (!fresh) throw new Error('the lease had run out')
  const outcomes = await Promise.allSettled(
    [stale, fresh].map((cursor) => followDeposits(workerCtx(), on.chain, cursor, newDepositFollower())),
  )
  for (const outcome of outcomes)
    if (outcome.status === 'rejected')
      expect(outcome.reason).toMatchObject({ name: expect.stringMatching(/LeaseLost|RpcUnavailable/) })
}

async function failing(after: number): Promise<void> {
  on.world.failsIn = after
  await on.follow().catch((error: unknown) => expect(error).toMatchObject({ name: expect.stringMatching(/^Rpc/) }))
  on.world.failsIn = null
}

function rebuild({ depth, kept, later }: { depth: number; kept: number; later: number }): void {
  const most = Math.min(depth, on.world.blocks.length - 1)
  if (most === 0) return
  const lost = on.world.lose(most)
  for (let n = 0; n < most; n++) {
    const isHere = n === Math.min(later, most - 1)
    on.world.mineMoney({
      logs: isHere ? lost.logs.slice(0, kept).reverse() : [],
      coins: isHere ? lost.coins.slice(0, kept).reverse() : [],
    })
  }
}

type Parties = Record<(typeof SENDERS)[number], Address>

async function play(one: Step, parties: Parties): Promise<void> {
  const to = parties.itself
  if (one.do === 'mine')
    on.world.mineMoney({
      logs: one.logs.map((sender) => transferLog(1n, { to, from: parties[sender] })),
      coins: one.coins.map((sender, n) => {
        // A cancel carries nothing.
        const value = sender === 'itself' && n === 0 ? 0n : 1n
        return coinsTo(small(to), value, { from: small(parties[sender]), isFailed: n === 1 })
      }),
    })
  // A chain that was rebuilt is noticed with its next block.
  if (one.do === 'follow') on.world.mine()
  if (one.do === 'follow') await on.follow()
  if (one.do === 'fail') await failing(one.after)
  if (one.do === 'race') await race()
  if (one.do === 'rebuild') rebuild(one)
}

function small(address: Address): Hex {
  return `0x${address.slice(2).toLowerCase()}`
}

/** The arrivals from outside in blocks, each by its transaction, its place and its block. */
function heldBy(blocks: typeof on.world.blocks): string[] {
  return blocks.flatMap(({ hash, logs }) => [
    ...logs.flatMap(({ transactionHash, topics: [, from = ''] }, n) =>
      from.endsWith(OUTSIDER.slice(2)) ? [`${transactionHash} ${n} ${hash}`] : [],
    ),
    ...on.world
      .coinsOf(hash)
      .filter(({ isFailed, from }) => !isFailed && from === OUTSIDER)
      .map((coins) => `${coins.hash} null ${hash}`),
  ])
}

async function inStage(...stages: string[]): Promise<string[]> {
  const rows = await on.rows()
  return rows
    .filter(({ stage }) => stages.includes(stage))
    .map(({ txHash, logIndex, blockHash }) => `${txHash} ${logIndex} ${blockHash}`)
}

test(
  'whatever chain, nodes and followers do: confirmed is what came from outside in the final chain, each once, and all else that was told is taken back',
  async () => {
    const [alice, bob] = (await on.walletRows()).map(({ address }) => getAddress(address))
    if (!alice || !bob) throw new Error('the customer has two wallets')
    const parties = { itself: alice, own: bob, platform: getAddress(on.platform), outsider: OUTSIDER }
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 24 }), async (steps) => {
        await releaseCursor(workerCtx(), AS_DEPOSITS, 'test')
        await on.forgetAll()
        on.world.blocks.splice(1)
        await addEndpoint(on.tenant, 'https://x.example')
        for (const one of steps) {
          await play(one, parties)
          // Who follows to the head has taken back all that is gone, and confirmed nothing that may go.
          if (one.do !== 'follow') continue
          const { blocks } = on.world
          expect((await inStage('confirmed')).sort()).toEqual(heldBy(blocks.slice(0, 1 - DEPTH)).sort())
          expect((await inStage('seen')).sort()).toEqual(heldBy(blocks.slice(1 - DEPTH)).sort())
        }
        on.world.mineMany(DEPTH)
        await on.follow()
        expect((await inStage('confirmed')).sort()).toEqual(heldBy(on.world.blocks).sort())
        expect(await inStage('seen')).toEqual([])
        const reported = await on.reported()
        const idsOf = (kind: string) =>
          reported
            .filter((one) => one.kind === kind)
            .map(({ sourceId }) => sourceId)
            .sort()
        const known = (await on.rows()).filter(({ confirmedAt }) => confirmedAt !== null)
        expect(idsOf('wallet.deposit.confirmed')).toEqual(known.map(({ id }) => id))
        const gone = known.filter(({ stage }) => stage === 'reverted')
        expect(idsOf('wallet.deposit.reverted')).toEqual(gone.map(({ id }) => id))
      }),
      propertyRuns(10, 160),
    )
  },
  proofTimeout(240_000),
)
