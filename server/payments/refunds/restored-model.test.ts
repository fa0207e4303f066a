import { asc, inArray } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { paymentRefunds } from '@/db/schema'
import { workerCtx } from '@/server/ctx'
import { plain, RESTORE_STEP_WEIGHT, restoreStep } from '@/server/engine/recovery/restore-histories.test-data'
import { openRestores } from '@/server/engine/recovery/restore-world.test-data'
import { createPlatform } from '@/server/ledger/holder.test-data'
import { createPayer, workerAt } from '@/server/payments/payment-world.test-data'
import { isRecovering } from '@/server/recovery/is-recovering'
import { openDatabase } from '@/server/testing/open-database'
import { proofTimeout, propertyRuns } from '@/server/testing/proof'
import { advanceRefunds } from './advance-refunds'
import { approveRefund, dropRefund } from './decide-refund'
import { askBack, asOperator, buy, readReceipt } from './refund-world.test-data'
import { type Mood, ScriptedProvider } from './scripted-provider.test-data'

/** The second one needs two operators. */
const PARTS = [5n, 100_000_001n] as const
const TOP_UP = { purpose: 'WALLET_TOPUP', amountUsd: 10_000_000_000n, description: '' } as const
/** A top-up is large enough for these. */
const MAX_CLAIMS = 12
const MINUTE_MS = 60_000

const database = openDatabase()
const restores = openRestores(database)
beforeAll(createPlatform)

const nth = fc.nat(1)
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('ask' as const), nth, kobo: fc.constantFrom(...PARTS) }) },
  { weight: 3, arbitrary: fc.constant({ do: 'approve' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'drop' as const }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('advance' as const),
      mood: fc.constantFrom<Mood>('pays', 'begins', 'down', 'lost'),
    }),
  },
  { weight: RESTORE_STEP_WEIGHT, arbitrary: restoreStep },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never
const steps = fc.array(step, { minLength: 6, maxLength: 18 }).map((some): Step[] => [{ do: 'backup' }, ...some])

const ask: Step = { do: 'ask', nth: 1, kobo: PARTS[0] }
const askMuch: Step = { do: 'ask', nth: 0, kobo: PARTS[1] }
const advanceIn = (mood: Mood): Step => ({ do: 'advance', mood })
const HISTORIES: Step[][] = [
  // One is sent that the backup has as waiting for a second operator, one that it lacks.
  [
    askMuch,
    ...plain('backup', 'approve'),
    ask,
    advanceIn('lost'),
    ...plain('restore'),
    advanceIn('pays'),
    ...plain('end', 'approve'),
  ],
  // One was dropped after the backup.
  [askMuch, ...plain('backup', 'drop', 'restore', 'end'), advanceIn('pays')],
]

/** A refund that operators want. A second one approves a large one. */
type Claim = { receiptId: string; kobo: bigint; isApproved: boolean; isDropped: boolean; refundIds: Set<string> }
type World = { receiptIds: string[]; txnOf: Map<string, string>; bank: ScriptedProvider; now: number; claims: Claim[] }

async function newWorld(keepsRefundReference: boolean): Promise<World> {
  await restores.begin()
  const payer = await createPayer()
  const receiptIds = [(await buy(payer, TOP_UP)).receiptId, (await buy(payer, TOP_UP)).receiptId]
  const txnOf = new Map<string, string>()
  for (const id of receiptIds) txnOf.set(id, (await readReceipt(id)).providerTxnId)
  return {
    receiptIds,
    txnOf,
    bank: new ScriptedProvider(keepsRefundReference, () => 10n ** 12n),
    now: Date.now(),
    claims: [],
  }
}

const refundsOf = ({ receiptIds }: World) =>
  workerCtx()
    .db.select()
    .from(paymentRefunds)
    .where(inArray(paymentRefunds.receiptId, receiptIds))
    .orderBy(asc(paymentRefunds.id))

/** False while another refund of the same money is under way. */
async function request(claim: Claim): Promise<boolean> {
  try {
    const { refundId } = await askBack({ receiptId: claim.receiptId, kobo: claim.kobo })
    claim.refundIds.add(refundId)
    return true
  } catch (error) {
    expect(error).toMatchObject({ code: 'conflict' })
    return false
  }
}

/** The oldest refund that waits for a second operator, and what operators know of it. */
async function waiting(world: World) {
  for (const { id, state } of await refundsOf(world)) {
    const claim = world.claims.find(({ refundIds }) => refundIds.has(id))
    if (state === 'REQUESTED' && claim && !claim.isDropped) return { refundId: id, claim }
  }
  return null
}

async function approve(world: World): Promise<boolean> {
  const found = await waiting(world)
  if (!found) return false
  await asOperator((ctx) => approveRefund(ctx, { refundId: found.refundId }))
  found.claim.isApproved = true
  return true
}

async function drop(world: World): Promise<void> {
  const found = await waiting(world)
  // An operator looks at the provider first, as the runbook says.
  if (!found || found.claim.isApproved) return
  await asOperator((ctx) => dropRefund(ctx, { refundId: found.refundId, reason: 'not any more' }))
  found.claim.isDropped = true
}

/** Nothing leaves during a recovery, and no more of a kind than two operators approved. */
async function advance(world: World, mood: Mood): Promise<void> {
  const { bank, claims } = world
  bank.mood = mood
  world.now += 40 * MINUTE_MS
  const before = bank.made.length
  await advanceRefunds(workerAt(new Date(world.now)), bank.provider)
  if (await isRecovering()) expect(bank.made).toHaveLength(before)
  if (mood === 'pays') bank.payAll()
  for (const [receiptId, txn] of world.txnOf)
    for (const kobo of PARTS) {
      const made = bank.made.filter((one) => one.request.providerTxnId === txn && one.request.amountMinor === kobo)
      const approved = claims.filter(
        (claim) => claim.receiptId === receiptId && claim.kobo === kobo && claim.isApproved,
      )
      expect(made.length).toBeLessThanOrEqual(approved.length)
    }
}

/** Operators ask again for what they find missing after a restore. True once nothing is. */
async function requestMissing(world: World): Promise<boolean> {
  const known = new Set((await refundsOf(world)).map(({ id }) => id))
  const missing = world.claims.filter((claim) => !claim.isDropped && ![...claim.refundIds].some((id) => known.has(id)))
  for (const claim of missing) await request(claim)
  return missing.length === 0
}

async function play(world: World, one: Step): Promise<void> {
  if (one.do === 'backup') return restores.backup()
  if (one.do === 'restore') return void (await restores.restore())
  if (one.do === 'end') return restores.end()
  if (one.do === 'advance') return advance(world, one.mood)
  // Operators decide about no money during a recovery.
  if (await isRecovering()) return
  if (one.do === 'ask') return claimFor(world, one)
  await requestMissing(world)
  if (one.do === 'approve') return void (await approve(world))
  return drop(world)
}

async function claimFor(world: World, { nth: n, kobo }: { nth: number; kobo: bigint }): Promise<void> {
  if (world.claims.length === MAX_CLAIMS) return
  const claim: Claim = {
    receiptId: world.receiptIds[n] ?? '',
    ...{ kobo, isApproved: kobo === PARTS[0], isDropped: false, refundIds: new Set<string>() },
  }
  if (await request(claim)) world.claims.push(claim)
}

async function judge(world: World): Promise<void> {
  await restores.end()
  for (let turn = 0; turn < 2 * MAX_CLAIMS; turn += 1) {
    const isComplete = await requestMissing(world)
    const isWaiting = await approve(world)
    await advance(world, 'pays')
    if (isComplete && !isWaiting && turn > 2) break
  }
  const { bank, claims, txnOf } = world
  for (const [receiptId, txn] of txnOf) {
    const sumOf = (amounts: readonly bigint[]) => amounts.reduce((sum, one) => sum + one, 0n)
    const wanted = claims.filter((claim) => claim.receiptId === receiptId && !claim.isDropped).map(({ kobo }) => kobo)
    const made = bank.made.filter(({ request: { providerTxnId } }) => providerTxnId === txn)
    expect(sumOf(made.map(({ request: { amountMinor } }) => amountMinor))).toBe(sumOf(wanted))
  }
  for (const { id, state } of await refundsOf(world)) {
    const claim = claims.find(({ refundIds }) => refundIds.has(id))
    if (claim && !claim.isDropped) expect(state).toBe('DONE')
  }
}

test('after restores at any point each refund that operators want is paid once, and no other', {
  timeout: proofTimeout(300_000),
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.boolean(), steps, async (keepsRefundReference, played) => {
      const world = await newWorld(keepsRefundReference)
      for (const one of played) await play(world, one)
      await judge(world)
    }),
    {
      ...propertyRuns(2 * HISTORIES.length + 2, 300),
      endOnFailure: true,
      examples: HISTORIES.flatMap((one): [boolean, Step[]][] => [
        [true, one],
        [false, one],
      ]),
    },
  )
})
