import { eq } from 'drizzle-orm'
import { getAddress } from 'viem'
import { newId } from '@/db/new-id'
import {
  tokenBalances,
  tokenEvents,
  tokenItems,
  tokenOperations,
  tokenPayoutLines,
  tokenPayouts,
  tokenSteps,
  tokenSupplies,
  tokens,
  tokenWallets,
  wallets,
} from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'

const CHAIN_ID = 84_532
export const HOLDER = '0x00000000000000000000000000000000000000AA'
const OTHER = '0x00000000000000000000000000000000000000bb'
const PAYMENT_TOKEN = '0x036CbD53842c5426634e7929541eC2318f3dCF7e'
const BLOCK = { blockNumber: 1n, txHash: '0x1' }

/** `isPaid`: its coupon is. */
export type TokenRequest = { status?: 'ACTIVE' | 'PAUSED'; isPaid?: boolean }
type Owner = { businessId: string; projectId: string; walletId: string }

/**
 * A bond whose one coupon is recorded and whose maturity is behind it, with a holder, and the operations that made it
 * so.
 */
export async function fillTokens(
  { db }: WorkerCtx,
  { businessId, projectId, walletId }: Owner,
  { status = 'ACTIVE', isPaid = false }: TokenRequest = {},
) {
  const [tokenId, operationId, payoutId] = [newId(), newId(), newId()]
  const [wallet] = await db.select().from(wallets).where(eq(wallets.id, walletId))
  if (!wallet) throw new Error('the tenant has no wallet')
  const own = { businessId, tokenId }
  await db.insert(tokens).values({
    ...{ id: tokenId, businessId, projectId, chainId: CHAIN_ID, walletId, adminAddress: wallet.address },
    ...{ status, ticker: 'ACME', name: 'Acme 2026', priceMicros: 1_000_000n, decimals: 6 },
    ...{ assetClass: 'BOND', tokenType: 'YIELD_BEARING', maxShareholders: 0, maxPerInvestorUnits: 0n },
    ...{
      lockUpSeconds: 0,
      paymentSymbol: 'USDC',
      paymentDecimals: 6,
      salt: '0x1',
      operationId,
      createdBy: 'system:test',
    },
    contractAddress: getAddress(`0x${tokenId.replaceAll('-', '').padStart(40, '0')}`),
    ...{ issueDate: '2025-01-01', deployedBlock: 1n, totalSupplyUnits: 1n, holderCount: 1 },
    yieldParams: {
      ...{ annualRate: '10', maturityDate: '2026-01-01', firstCouponDate: '2026-01-01', couponInterval: 12 },
      ...{ dayCount: 'ACT_365', faceValuePerToken: '1', gracePeriod: 0, callable: false, callDate: null },
      paymentToken: PAYMENT_TOKEN,
    },
  })
  const registered = { ...own, isRegistered: true, balanceUnits: 1n }
  await db.insert(tokenWallets).values([
    { ...registered, address: OTHER, investorId: 'other' },
    { ...registered, address: HOLDER, investorId: 'one' },
  ])
  await db.insert(tokenBalances).values({ ...own, address: HOLDER, blockNumber: 1n, balanceUnits: 1n })
  await db.insert(tokenSupplies).values({ ...own, blockNumber: 1n, supplyUnits: 2n, walletCount: 2 })
  const args = { from: HOLDER, to: HOLDER, value: '1' }
  const event = { ...BLOCK, blockHash: '0x2', blockTime: 1, logIndex: 0, name: 'Transfer', args }
  await db.insert(tokenEvents).values({ ...own, ...event })
  await db.insert(tokenPayouts).values({
    ...{
      id: payoutId,
      ...own,
      index: 1,
      status: isPaid ? 'PAID' : 'RECORDED',
      periodStart: '2025-01-01',
      periodEnd: '2026-01-01',
    },
    ...{
      recordDate: '2025-12-31',
      payDate: '2026-01-01',
      graceEnd: '2026-01-01',
      dayNumerator: 1n,
      dayDenominator: 1n,
    },
    ...{ ratePercent: '10', rateNumerator: 1n, rateDenominator: 1n, basisUnits: 1n },
  })
  const line = { ...own, payoutId, address: HOLDER, units: 1n, amountUnits: 1n, txHash: '0x1', paidAt: new Date() }
  await db.insert(tokenPayoutLines).values({ ...line, state: 'PAID' })
  const asked = { businessId, projectId, tokenId, createdBy: 'system:test' }
  const [mintId, endedAt] = [newId(), new Date()]
  await db.insert(tokenOperations).values([
    { id: operationId, ...asked, kind: 'DEPLOY', status: 'COMPLETED', endedAt },
    { id: mintId, ...asked, kind: 'MINT', status: 'COMPLETED', endedAt, detail: { lines: 1 } },
  ])
  const step = {
    businessId,
    wave: 1,
    fromAddress: wallet.address,
    toAddress: HOLDER,
    callData: '0x',
    status: 'DONE',
  } as const
  await db.insert(tokenSteps).values({ ...step, ...BLOCK, operationId: mintId, number: 1_000, lineCount: 1 })
  await db
    .insert(tokenItems)
    .values({ operationId: mintId, businessId, line: 0, address: HOLDER, amountUnits: 1n, status: 'COMPLETED' })
  return { tokenId, operationRef: mintId, couponId: payoutId }
}
