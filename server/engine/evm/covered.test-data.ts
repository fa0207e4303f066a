import { eq } from 'drizzle-orm'
import { transactions } from '@/db/schema'
import { type Chain, findChain } from '@/server/chains/registry'
import { workerCtx } from '@/server/ctx'
import { accept, createPayer, type Payer } from '@/server/ledger/ledger.test-data'
import { ledgerDrift } from '@/server/ledger/ledger-drift'
import { acceptSponsored, createSponsored, forgetShares } from '@/server/sponsorship/sponsorship.test-data'
import { budgetDrift } from '@/server/testing/budget-drift'
import { loadForRelayer } from './load-for-relayer'
import type { Queued } from './load-queue'

/** USD of one coin, times 10^8: one dollar. */
const PRICE_E8 = 10n ** 8n
export const UNITS_OF_A_MICRO = 10n ** 12n
/** Micro-dollars held or reserved for each queued transaction. */
export const HELD = 100n

/** Who pays the gas: a balance, or the day's budget. */
export const KINDS = ['debited', 'sponsored'] as const
export type Kind = (typeof KINDS)[number]
const CHAIN_IDS = { debited: 1, sponsored: 84532 } as const satisfies Record<Kind, number>

export async function chainOf(kind: Kind): Promise<Chain> {
  const chain = await findChain(CHAIN_IDS[kind])
  if (chain?.gasPolicy !== kind) throw new Error('the seed has another policy')
  return { ...chain, gasStrategy: 'topup', l1Fee: 'none' }
}

/** A business with this balance, or this daily budget, in micro-dollars. */
export function payerOf(kind: Kind, micros: bigint): Promise<Payer> {
  return kind === 'debited' ? createPayer(micros) : createSponsored(micros)
}

/** Queued transactions of a wallet. */
export async function queue(kind: Kind, payer: Payer, count: number): Promise<Queued[]> {
  const ids: string[] = []
  for (let n = 0; n < count; n++)
    ids.push(kind === 'debited' ? await accept(payer, HELD) : await acceptSponsored(payer, { micros: HELD }))
  forgetShares()
  await workerCtx()
    .db.update(transactions)
    .set({ nativePriceE8: PRICE_E8, laneWalletId: payer.walletId })
    .where(eq(transactions.walletId, payer.walletId))
  const rows = await loadForRelayer(workerCtx(), ids, payer.walletId)
  return ids.flatMap((id) => rows.filter((row) => row.id === id))
}

/** The micro-dollars that are held or reserved now. */
export async function coveredMicros(id: string): Promise<bigint | undefined> {
  const [row] = await workerCtx().db.select().from(transactions).where(eq(transactions.id, id))
  return row && row.feeHoldMicros + row.gasBudgetMicros
}

export async function drifts(): Promise<string[]> {
  const { db } = workerCtx()
  return [...(await ledgerDrift(db)).map(({ fault }) => fault), ...(await budgetDrift(db)).map(({ fault }) => fault)]
}
