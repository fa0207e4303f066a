import { v7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { lanes } from '@/db/schema'
import { type Chain, forgetChains } from '@/server/chains/registry'
import { type StubNode, startStubNode } from '@/server/chains/testing/stub-node'
import { workerCtx } from '@/server/ctx'
import { createPayer, type Payer } from '@/server/ledger/ledger.test-data'
import { forgetShares } from '@/server/sponsorship/sponsorship.test-data'
import { addRpcEndpoint } from '@/server/testing/add-rpc-endpoint'
import { countStatements } from '@/server/testing/count-statements'
import { openDatabase } from '@/server/testing/open-database'
import { coverFromFloats, type PlannedReplacement } from './cover-from-floats'
import { coverReplacements } from './cover-replacements'
import { chainOf, coveredMicros, drifts, HELD, queue, UNITS_OF_A_MICRO } from './covered.test-data'
import type { Queued } from './load-queue'

const database = openDatabase()
let statements: Awaited<ReturnType<typeof countStatements>>
let node: StubNode
let chain: Chain
beforeAll(async () => {
  statements = await countStatements(database.url)
  process.env.DATABASE_URL = statements.url
  // No address has code, so that coins go to plain accounts.
  node = await startStubNode({ chainId: 1, head: 1n, methods: { eth_getCode: () => '0x' } })
  await addRpcEndpoint(1, node.url)
  forgetChains()
  chain = await chainOf('debited')
})
afterAll(async () => {
  await node.close()
  statements.close()
})
beforeEach(forgetShares)

/** A replacement of a signed transaction that costs at most this many micro-dollars. */
function replacementOf(
  payer: Payer,
  { id, nativePriceE8, gasBudgetMicros }: Queued,
  micros: bigint,
): PlannedReplacement {
  const attempt = { id: v7(), hash: '0x', raw: '00', reason: 'first', outcome: 'accepted', detail: null } as const
  const price = { gasLimit: 1n, maxFeePerGas: 1n, maxPriorityFeePerGas: 1n, sends: 1, ageMs: 0 }
  return {
    reason: 'bump',
    fees: { maxFeePerGas: micros * UNITS_OF_A_MICRO, maxPriorityFeePerGas: 1n },
    row: {
      id,
      businessId: payer.businessId,
      laneWalletId: payer.walletId,
      senderAddress: payer.address,
      nonce: 0,
      isHead: true,
      delaysOthers: false,
      type: 'TRANSFER',
      toAddress: payer.address,
      callData: null,
      cancelRequested: false,
      speedUpRequested: false,
      needsOperator: null,
      nativePriceE8,
      gasBudgetMicros,
      servedTransactionId: null,
      isFloatReturn: false,
      isPaidFromFloat: false,
      worstUnits: 0n,
      attempts: [{ ...attempt, ...price }],
    },
  }
}

/** The delegation that a queued transaction waits for. */
function asDelegation({ row, ...form }: PlannedReplacement): PlannedReplacement {
  return { ...form, row: { ...row, id: v7(), servedTransactionId: row.id } }
}

async function forms(count: number, micros = HELD + 1n) {
  const payer = await createPayer(1_000_000_000n)
  const queued = await queue('debited', payer, count)
  return {
    payer,
    ids: queued.map(({ id }) => id),
    replacements: queued.map((row) => replacementOf(payer, row, micros)),
  }
}

async function statementsOf(
  count: number,
  work: (replacements: PlannedReplacement[]) => Promise<unknown>,
): Promise<number> {
  const made = await forms(count)
  return statements.of(() => work(made.replacements))
}

const WAYS: [name: string, work: (replacements: PlannedReplacement[]) => Promise<unknown>][] = [
  ['of transactions', (all) => coverReplacements(workerCtx(), chain, all)],
  ['of delegations', (all) => coverReplacements(workerCtx(), chain, all.map(asDelegation))],
  [
    'for which gas has to be asked',
    (all) =>
      coverFromFloats(
        workerCtx(),
        chain,
        all.map((each) => ({ ...each, row: { ...each.row, isPaidFromFloat: true } })),
      ),
  ],
]

test.each(WAYS)('sixteen replacements %s are covered with as many statements as one', async (_, work) => {
  // Opens the connections.
  await statementsOf(1, work)
  const ofOne = await statementsOf(1, work)
  expect(await statementsOf(16, work)).toBe(ofOne)
})

test('leaves out only the replacement that the balance does not cover', async () => {
  const payer = await createPayer(4n * HELD + 150n)
  const queued = await queue('debited', payer, 4)
  const wanted = [HELD + 50n, HELD + 300n, HELD + 100n, HELD]
  const all = queued.map((row, n) => replacementOf(payer, row, wanted[n] ?? 0n))
  const covered = await coverReplacements(workerCtx(), chain, all)
  expect(all.map((each) => covered.has(each))).toEqual([true, false, true, true])
  expect(await Promise.all(queued.map(({ id }) => coveredMicros(id)))).toEqual([HELD + 50n, HELD, HELD + 100n, HELD])
  expect(await drifts()).toEqual([])
})

test('a delegation and its transaction are both covered by one hold', async () => {
  const { ids, replacements: all } = await forms(1, HELD + 40n)
  const both = [...all, ...all.map(asDelegation)]
  const covered = await coverReplacements(workerCtx(), chain, both)
  expect(both.map((each) => covered.has(each))).toEqual([true, true])
  expect(await coveredMicros(ids[0] ?? '')).toBeGreaterThanOrEqual(HELD + 40n)
  expect(await drifts()).toEqual([])
})

test('the platform’s coins pay for one replacement, not for two', async () => {
  const { payer, replacements: all, ids } = await forms(2)
  const lane = {
    businessId: payer.businessId,
    chainId: chain.chainId,
    walletId: payer.walletId,
    address: payer.address,
  }
  await workerCtx()
    .db.insert(lanes)
    .values({ ...lane, gasFloatUnits: (HELD + 1n) * UNITS_OF_A_MICRO })
  const paid = await coverFromFloats(
    workerCtx(),
    chain,
    all.map((each) => ({ ...each, row: { ...each.row, isPaidFromFloat: true } })),
  )
  expect(paid.map(({ row }) => row.id)).toEqual([ids[0]])
})
