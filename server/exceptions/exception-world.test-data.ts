import { desc, eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { newId } from '@/db/new-id'
import {
  chainTokens,
  deposits,
  paymentRefunds,
  paymentSweeps,
  providerEvents,
  providerReconciliations,
} from '@/db/schema'
import { NO_ACCOUNT_REASON } from '@/schemas/payments/providers/words'
import { forgetChains } from '@/server/chains/registry'
import { startStubNode } from '@/server/chains/testing/stub-node'
import { inOperator, inWorker, workerCtx } from '@/server/ctx'
import { recordArrivals, revertArrivals } from '@/server/handlers/payments/deposits-changed'
import { createPlatform } from '@/server/ledger/holder.test-data'
import { lostReceipt } from '@/server/payments/lost-receipt.test-data'
import { createPayer, openTopUp, type Payer } from '@/server/payments/payment-world.test-data'
import { requestRefund } from '@/server/payments/refunds/request-refund'
import { advanceArrivals } from '@/server/payments/stablecoins/advance-arrivals'
import { openOnChains, takeToken } from '@/server/payments/stablecoins/stablecoin-world.test-data'
import { ensurePlatformWallets } from '@/server/platform/gas-wallet'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'
import { addRpcEndpoint } from '@/server/testing/add-rpc-endpoint'
import { anyOperator } from '@/server/testing/any-operator'
import { type MutationWorld, newMutationWorld } from '@/server/testing/mutation-world'
import { newOperator, type Operator } from '@/server/testing/operator-calls'
import { setRate } from '@/server/testing/set-rate'

export const CHAIN_ID = 84_532
const MAINNET = 31_337
export const TOKEN = '0x52908400098527886E0F7030069857D2E4169EE7'
export const RECIPIENT = '0x00000000000000000000000000000000000000AA'
export const REASON = 'the books were checked'
const LIMIT = 100_000_000n
const ASKED = 31_000_000_000n
const OVERDUE_MS = 4 * 86_400_000

/** Whether one person may decide: at the limit, or above it. */
export type Size = 'below' | 'above'
const koboOf = (size: Size) => (size === 'below' ? LIMIT : LIMIT + 1n)
const db = () => workerCtx().db
const hashOf = (number: string) => `0x${number.slice(2).padStart(64, '0')}`
const newHash = () => `0x${v7().replaceAll('-', '').padEnd(64, '0')}`

export type ExceptionWorld = Awaited<ReturnType<typeof openExceptionWorld>>

/** A business whose payments go wrong in every way, on a chain that a stub answers for. */
export async function openExceptionWorld() {
  await createPlatform()
  await setRate(1_550_00000000n)
  const timestamp = `0x${Math.floor(Date.now() / 1_000).toString(16)}`
  const node = await startStubNode({
    chainId: CHAIN_ID,
    methods: {
      eth_getBlockByNumber: ([number]: unknown[]) => ({ hash: hashOf(String(number)), timestamp }),
      eth_getBalance: () => `0x${(10n ** 20n).toString(16)}`,
    },
  })
  await ensurePlatformWallets()
  await addRpcEndpoint(CHAIN_ID, node.url)
  await takeToken({ chainId: CHAIN_ID, address: TOKEN, symbol: 'MODEL', decimals: 6, peg: 'NGN' })
  await db().insert(chainTokens).values({ chainId: CHAIN_ID, symbol: 'MODEL', address: TOKEN, decimals: 6 })
  forgetChains()
  const [payer, rows, second] = [await createPayer(), await newMutationWorld(node.url), await newOperator()]
  return { payer, rows, second, close: () => node.close() }
}

/** Money that waits: its id in the list, and what its decisions need. */
export type Waiting = { id: string; paymentId: string; address: string }
const waiting = (id: string, more: Partial<Waiting> = {}): Waiting => ({ id, paymentId: '', address: '', ...more })

export async function unassigned({ payer }: ExceptionWorld, size: Size): Promise<Waiting> {
  const { paymentId } = await openTopUp(payer)
  return waiting(await lostReceipt(koboOf(size)), { paymentId })
}

type Address = { walletId: string; address: string }

async function newAddress(payer: Payer): Promise<Address> {
  const { accounts } = await openOnChains(payer)
  const ours = accounts.find(({ chainId }) => chainId === CHAIN_ID)
  if (!ours?.walletId) throw new Error('no address')
  return { walletId: ours.walletId, address: ours.address }
}

type Arriving = { at: Address; tokenAddress: string | null; txHash: string }

async function arrive({ at, tokenAddress, txHash }: Arriving): Promise<string> {
  const id = newId()
  const blockNumber = BigInt(`0x${v7().replaceAll('-', '').slice(0, 24)}`)
  const own = { businessId: PLATFORM_BUSINESS_ID, walletId: at.walletId, chainId: CHAIN_ID, tokenAddress }
  const what = tokenAddress === null ? { symbol: 'ETH', decimals: 18 } : { symbol: 'MODEL', decimals: 6 }
  const block = { blockNumber, blockHash: hashOf(`0x${blockNumber.toString(16)}`), stage: 'confirmed' } as const
  const sent = { amountUnits: ASKED, fromAddress: TOKEN, txHash, logIndex: tokenAddress === null ? null : 1 }
  await db()
    .insert(deposits)
    .values({ id, ...own, ...what, ...block, ...sent, confirmedAt: new Date() })
  await inWorker(({ db: own, now }) => recordArrivals(own, [id], now()))
  return id
}

export async function leave(id: string): Promise<void> {
  await db().update(deposits).set({ stage: 'reverted' }).where(eq(deposits.id, id))
  await inWorker(({ db: own, now }) => revertArrivals(own, [id], now()))
}

export async function unmatched({ payer }: ExceptionWorld): Promise<Waiting> {
  const at = await newAddress(payer)
  return waiting(await arrive({ at, tokenAddress: null, txHash: newHash() }), { address: at.address })
}

/** A deposit that left its chain: booked before, or not. */
export async function reverted({ payer }: ExceptionWorld, isBooked: boolean) {
  const arriving = { at: await newAddress(payer), tokenAddress: TOKEN, txHash: newHash() }
  const id = await arrive(arriving)
  if (isBooked) await advanceArrivals(workerCtx())
  await leave(id)
  return { ...waiting(id), arriving }
}

export async function repeated(world: ExceptionWorld, settle?: (revertedId: string) => Promise<unknown>) {
  const gone = await reverted(world, true)
  await settle?.(gone.id)
  return waiting(await arrive(gone.arriving))
}

export async function proposedRecovery({ payer }: ExceptionWorld, by: Operator): Promise<Waiting> {
  const { address } = await newAddress(payer)
  await by.mutate('payments.recoverDeposit', recoveryOf(address))
  return waiting(await newestProposal(), { address })
}

export const recoveryOf = (address: string) => ({
  ...{ chainId: CHAIN_ID, address, tokenAddress: null, amount: '1', toAddress: RECIPIENT, reason: REASON },
})

/** A value in dollars of a mainnet: 600 are below the limit, 1,000 above. */
export async function flagged({ rows }: { rows: MutationWorld }, size: Size): Promise<Waiting> {
  const id = await rows.screenedDeposit('OPERATOR')
  const valueUsdMicros = size === 'below' ? 600_000_000n : 1_000_000_000n
  await db().update(deposits).set({ chainId: MAINNET, valueUsdMicros }).where(eq(deposits.id, id))
  return waiting(id)
}

/** A refund of naira without an owner; above the limit it waits for a second person. */
export async function refund(by: Operator, size: Size): Promise<Waiting> {
  const receiptId = await lostReceipt(koboOf(size))
  const who = anyOperator(by.personId)
  const input = { receiptId, to: 'PROVIDER', amountNgn: koboOf(size), reason: REASON } as const
  const { refundId } = await inOperator(who, (ctx) => requestRefund(ctx, input))
  return waiting(refundId)
}

export async function refundIn(by: Operator, state: 'NEEDS_DETAILS' | 'PROCESSING'): Promise<Waiting> {
  const made = await refund(by, 'below')
  const sentAt = new Date(Date.now() - OVERDUE_MS)
  await db().update(paymentRefunds).set({ state, sentAt }).where(eq(paymentRefunds.id, made.id))
  return made
}

export async function event(state: 'DEAD' | 'IGNORED'): Promise<Waiting> {
  const about = { provider: 'monnify', kind: 'paid', eventKey: newId(), error: NO_ACCOUNT_REASON } as const
  const row = { ...about, state, body: new Uint8Array([1]), headers: {}, nextAttemptAt: new Date() }
  await db().delete(providerReconciliations)
  const [made] = await db().insert(providerEvents).values(row).returning({ id: providerEvents.id })
  return waiting(made?.id ?? '')
}

async function newestProposal(): Promise<string> {
  const isProposed = eq(paymentSweeps.state, 'PROPOSED')
  const [row] = await db()
    .select()
    .from(paymentSweeps)
    .where(isProposed)
    .orderBy(desc(paymentSweeps.createdAt))
    .limit(1)
  return row?.id ?? ''
}
