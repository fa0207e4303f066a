import { randomUUID } from 'node:crypto'
import { newId } from '@/db/new-id'
import { deposits, depositTokens, paymentArrivals, paymentSweeps, providerEvents } from '@/db/schema'
import { PAYMENT_DEPOSIT } from '@/schemas/payments/words'
import { ensurePlatformBusiness } from '@/server/businesses/ensure-platform-business'
import { inWorker, workerCtx } from '@/server/ctx'
import { openBusinessSeed } from '@/server/custody/open-business-seed'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'
import { addWallets } from '@/server/wallets/add-wallets'
import { fillPayments } from './fill-payments'
import { first } from './first'
import { ADDRESS, CHAIN_ID } from './mutation-chain'

/** The rows that mutations about money work on. */
export function paymentRows({
  businessId,
  projectId,
  walletId,
}: Record<'businessId' | 'projectId' | 'walletId', string>) {
  return {
    /** An arrival at an address of a payment whose deposit left its chain. */
    revertedArrival: () => {
      const own = { businessId, projectId, walletId, chainId: CHAIN_ID, fromAddress: ADDRESS, txHash: randomUUID() }
      const what = { symbol: 'TEST', decimals: 6, amountUnits: 1n, blockNumber: 1n, blockHash: '0x2' }
      return inWorker(async ({ db }) => {
        const { id: depositId } = first(
          await db
            .insert(deposits)
            .values({ ...own, ...what, stage: 'reverted' })
            .returning(),
        )
        const arrival = { depositId, walletId, chainId: CHAIN_ID, tokenAddress: ADDRESS, units: 1n }
        await db.insert(paymentArrivals).values({ ...arrival, providerTxnId: depositId, state: 'REVERTED' })
        return depositId
      })
    },
    /** A proposed recovery of money that no deposit accounts for. */
    proposedRecovery: async () => {
      const what = { kind: 'RESCUE', walletId, chainId: CHAIN_ID, tokenAddress: null, units: 1n } as const
      const createdBy = `user:${randomUUID()}` as const
      const row = { ...what, toAddress: ADDRESS, state: 'PROPOSED', reason: 'test', createdBy } as const
      return inWorker(async ({ db }) => first(await db.insert(paymentSweeps).values(row).returning()).id)
    },
    providerEvent: () =>
      inWorker(async ({ db }) => {
        const event = { provider: 'monnify', kind: 'paid', eventKey: newId(), state: 'DEAD' } as const
        const row = { ...event, body: new Uint8Array([1]), headers: {}, nextAttemptAt: new Date() }
        return first(await db.insert(providerEvents).values(row).returning()).id
      }),
    depositToken: () =>
      inWorker(async ({ db }) => {
        const token = { chainId: CHAIN_ID, tokenAddress: `0x${randomUUID()}`, symbol: 'TEST', decimals: 6 }
        const row = { ...token, peg: 'USD' as const, sweepLeastUnits: 1n }
        return first(await db.insert(depositTokens).values(row).returning()).id
      }),
    payment: () => inWorker((ctx) => fillPayments(ctx, { businessId, projectId })),
    /** An address that was made for a payment. */
    async paymentAddress() {
      const { db } = workerCtx()
      await ensurePlatformBusiness(db)
      const seed = await openBusinessSeed(PLATFORM_BUSINESS_ID, [{ chainType: 'EVM', count: 1 }])
      const platform = { db, businessId: PLATFORM_BUSINESS_ID, projectId: null, seed }
      return first(await addWallets(platform, { chainType: 'EVM', purpose: PAYMENT_DEPOSIT, count: 1 })).address
    },
  }
}
