import { randomUUID } from 'node:crypto'
import { newId } from '@/db/new-id'
import {
  approvals,
  blockedAddresses,
  depositScreenings,
  deposits,
  sweepRules,
  transactionShares,
  transactions,
} from '@/db/schema'
import { listBatches } from '@/server/approvals/list-batches'
import { inTenant, inWorker, type Tenant } from '@/server/ctx'
import { createLinkToken, hashLinkToken } from '@/server/people/links/link-token'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'
import { first } from './first'
import { ADDRESS, CHAIN_ID } from './mutation-chain'
import { newAddress } from './new-address'
import { transferRow } from './transfer-row'

/** The rows that mutations about transactions, deposits and sweeps work on. */
export function transactionRows(
  tenant: Tenant & { projectId: string },
  { walletId, address }: { walletId: string; address: string },
) {
  const { businessId, projectId } = tenant
  const transaction = (row: Partial<typeof transactions.$inferInsert>) =>
    inTenant(tenant, async ({ db }) => {
      const id = newId()
      await db.insert(transactions).values({
        ...transferRow({ businessId, projectId, walletId, address }),
        laneWalletId: walletId,
        toAddress: ADDRESS,
        ...row,
        id,
      })
      return id
    })

  return {
    queued: () => transaction({ stage: 'queued' }),
    sent: () =>
      transaction({
        stage: 'broadcast',
        nonce: 1,
        senderAddress: address,
        signedAt: new Date(),
        broadcastAt: new Date(),
      }),
    /** A read-only link of a transaction that was opened already, and its token. */
    share: async () => {
      const transactionId = await transaction({ stage: 'queued' })
      const token = createLinkToken()
      const made = { tokenHash: hashLinkToken(token), createdBy: 'test', expiresAt: new Date(Date.now() + 3_600_000) }
      const row = { businessId, projectId, transactionId, firstOpenedAt: new Date(), ...made }
      const shareId = await inTenant(
        tenant,
        async ({ db }) => first(await db.insert(transactionShares).values(row).returning()).id,
      )
      return { transactionId, shareId, token }
    },
    /** A batch of one line that waits, as a person sees it; or one line more of a batch. */
    waitingBatch: async (batchId = newId()) => {
      const transactionId = await transaction({ stage: 'awaiting_approval', batchId })
      const expiresAt = new Date(Date.now() + 3_600_000)
      const row = { businessId, projectId, transactionId, reason: 'test', requestedBy: 'somebody', expiresAt }
      return inTenant(tenant, async (ctx) => {
        await ctx.db.insert(approvals).values(row)
        const { digest } = first(await listBatches({ ...ctx, projectId }, { batchId }))
        return { batchId, digest }
      })
    },
    approval: async () => {
      const transactionId = await transaction({ stage: 'awaiting_approval' })
      const expiresAt = new Date(Date.now() + 3_600_000)
      const row = { businessId, projectId, transactionId, reason: 'test', requestedBy: 'somebody', expiresAt }
      return inTenant(tenant, async ({ db }) => first(await db.insert(approvals).values(row).returning()).id)
    },
    deposit: async () => {
      const own = { businessId, projectId, walletId, chainId: CHAIN_ID, fromAddress: ADDRESS, txHash: randomUUID() }
      const what = { symbol: 'ETH', decimals: 18, amountUnits: 1n, blockNumber: 1n, blockHash: '0x2' }
      return inWorker(
        async ({ db }) =>
          first(
            await db
              .insert(deposits)
              .values({ ...own, ...what })
              .returning(),
          ).id,
      )
    },
    screenedDeposit: async (list: 'BUSINESS' | 'OPERATOR') => {
      const own = { businessId, projectId, walletId, chainId: CHAIN_ID, fromAddress: ADDRESS, txHash: randomUUID() }
      const what = { symbol: 'ETH', decimals: 18, amountUnits: 1n, blockNumber: 1n, blockHash: '0x2' }
      const sender = { businessId: list === 'OPERATOR' ? PLATFORM_BUSINESS_ID : businessId, address: newAddress() }
      return inWorker(async ({ db }) => {
        const made = await db
          .insert(deposits)
          .values({ ...own, ...what, stage: 'confirmed' })
          .returning()
        const blocked = await db
          .insert(blockedAddresses)
          .values({ ...sender, reason: 'test', createdBy: 'test' })
          .returning()
        const [depositId, blockedAddressId] = [first(made).id, first(blocked).id]
        await db.insert(depositScreenings).values({ depositId, businessId, list, blockedAddressId })
        return depositId
      })
    },
    sweepRule: () => {
      const row = { businessId, projectId, chainId: CHAIN_ID, symbol: 'ETH', decimals: 18, purpose: randomUUID() }
      const terms = { targetWalletId: walletId, thresholdUnits: 1n, keepUnits: 0n, createdBy: 'test' }
      return inTenant(
        tenant,
        async ({ db }) =>
          first(
            await db
              .insert(sweepRules)
              .values({ ...row, ...terms })
              .returning(),
          ).id,
      )
    },
  }
}
