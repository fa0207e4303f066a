import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { deposits, depositTokens, paymentArrivals, wallets } from '@/db/schema'
import { workerCtx } from '@/server/ctx'
import { createTenant } from '@/server/testing/create-tenant'
import { first } from '@/server/testing/first'
import { newWallet } from '@/server/testing/new-wallet'
import { openDatabase } from '@/server/testing/open-database'
import { setRate } from '@/server/testing/set-rate'
import { paymentArea } from './metrics'

openDatabase()
const CHAIN_ID = 84_532
const [USD_TOKEN, NGN_TOKEN, OTHER] = ['0xAA', '0xBB', '0xCC'].map((end) => `${end}${randomUUID()}`)
type State = (typeof paymentArrivals.$inferInsert)['state']
let tenant: Awaited<ReturnType<typeof createTenant>>
let walletId: string

beforeAll(async () => {
  const { db } = workerCtx()
  await setRate(1_550_00000000n)
  tenant = await createTenant()
  const { address } = await newWallet(tenant)
  walletId = first(await db.select().from(wallets).where(eq(wallets.address, address))).id
  const token = { chainId: CHAIN_ID, symbol: 'TEST', sweepLeastUnits: 1n }
  await db.insert(depositTokens).values([
    { ...token, tokenAddress: USD_TOKEN ?? '', decimals: 6, peg: 'USD' },
    { ...token, tokenAddress: NGN_TOKEN ?? '', decimals: 18, peg: 'NGN' },
  ])
})

async function arrive(
  tokenAddress: string | undefined,
  units: bigint,
  state: State,
  decidedBy?: string,
): Promise<void> {
  const { businessId, projectId } = tenant
  const { db } = workerCtx()
  const own = { businessId, projectId, walletId, chainId: CHAIN_ID, tokenAddress, fromAddress: '0x1' }
  const what = {
    symbol: 'TEST',
    decimals: 6,
    amountUnits: units,
    txHash: randomUUID(),
    blockNumber: 1n,
    blockHash: '0x2',
  }
  const { id: depositId } = first(
    await db
      .insert(deposits)
      .values({ ...own, ...what })
      .returning(),
  )
  const arrival = { depositId, walletId, chainId: CHAIN_ID, tokenAddress, units, providerTxnId: depositId, state }
  await db.insert(paymentArrivals).values({ ...arrival, decidedBy })
}

/** The value of a family on the page, by queue where it has one. */
async function readingOf(name: string, queue?: string) {
  const samples = await Promise.all((paymentArea.readings ?? []).map(({ read }) => read()))
  return samples.flat().find(({ metric, labels }) => metric.name === name && labels.queue === queue)?.value
}

it('counts deposits that wait for a decision, and their value in accepted tokens at the last rate', async () => {
  expect(await readingOf('slipway_queue_depth', 'unmatched_deposits')).toBe(0)
  expect(await readingOf('slipway_money_in_exceptions_kobo')).toBe(0)
  await arrive(USD_TOKEN, 2_500_000n, 'FOREIGN')
  await arrive(NGN_TOKEN, 70n * 10n ** 18n, 'DOUBTFUL')
  await arrive(OTHER, 9_000_000n, 'FOREIGN')
  await arrive(undefined, 9_000_000n, 'FOREIGN')
  expect(await readingOf('slipway_queue_depth', 'unmatched_deposits')).toBe(4)
  expect(await readingOf('slipway_money_in_exceptions_kobo')).toBe(387_500 + 7_000)
  await arrive(USD_TOKEN, 1_000_000n, 'RECEIVED')
  await arrive(USD_TOKEN, 1_000_000n, 'REVERTED', 'An operator')
  expect(await readingOf('slipway_queue_depth', 'unmatched_deposits')).toBe(4)
  expect(await readingOf('slipway_money_in_exceptions_kobo')).toBe(387_500 + 7_000)
  expect(await readingOf('slipway_queue_oldest_seconds', 'unmatched_deposits')).toBeGreaterThanOrEqual(0)
})
