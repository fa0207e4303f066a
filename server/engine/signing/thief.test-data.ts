import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { erc20Selectors } from '@/contracts/generated/erc20'
import type { Database } from '@/db/client'
import { newId } from '@/db/new-id'
import {
  approvals,
  businesses,
  lanes,
  policies,
  projects,
  recoveries,
  type TransactionRow,
  transactionAttempts,
  transactions,
  wallets,
} from '@/db/schema'
import { workerCtx } from '@/server/ctx'
import type { LaneOrder } from './orders'

/** The target of an attempted theft: the row as it was queued, and the order that asks for its signature. */
export type Attempt = {
  db: Database
  row: typeof transactions.$inferInsert & {
    id: string
    businessId: string
    projectId: string
    walletId: string
    chainId: number
  }
  order: LaneOrder
  /** Other wallets: one of the same business, and one of another. */
  sibling: { id: string; address: string }
  stranger: { id: string; address: string }
  cap: bigint
}

type Trick = (attempt: Attempt) => Promise<unknown> | unknown

export const ALLOWED = '0x00000000000000000000000000000000000000AA'
const OTHER = '0x00000000000000000000000000000000000000Bb'
const USD = 1_000_000n

const set =
  (values: Partial<TransactionRow>): Trick =>
  ({ db, row }) =>
    db.update(transactions).set(values).where(eq(transactions.id, row.id))

const decided =
  (status: 'pending' | 'approved' | 'rejected' | 'expired'): Trick =>
  ({ db, row }) =>
    db.insert(approvals).values({
      businessId: row.businessId,
      projectId: row.projectId,
      transactionId: row.id,
      status,
      reason: 'For a test',
      requestedBy: 'system:test',
      expiresAt: new Date(Date.now() + 60_000),
    })

const stopped =
  (ago: number): Trick =>
  ({ db, row }) =>
    db
      .update(wallets)
      .set({ isActive: false, deactivatedAt: new Date(Date.now() - ago) })
      .where(eq(wallets.id, row.walletId))

const firstTerms = ({ order }: Attempt) => {
  const [terms] = order.send
  if (!terms) throw new Error('nothing is ordered')
  return terms
}

/** Decisions on the row, one for each attempt. */
export const DECISIONS: Record<string, { trick: Trick; allows: boolean }> = {
  'nobody was asked': { trick: () => {}, allows: true },
  'it was approved': { trick: decided('approved'), allows: true },
  'its approval is pending': { trick: decided('pending'), allows: false },
  'its approval was rejected': { trick: decided('rejected'), allows: false },
  'its approval expired': { trick: decided('expired'), allows: false },
}

/** Changes after which the signer must refuse, whatever else holds. */
export const THEFTS: Record<string, Trick> = {
  'the amount was raised above the limit of the policy': set({ amountUnits: 10n ** 20n, valueUsdMicros: 900n * USD }),
  'the amount has no price': set({ valueUsdMicros: null }),
  'the recipient was changed': set({ toAddress: OTHER }),
  'a call was put in': set({ type: 'SIGN', callData: erc20Selectors['approve(address,uint256)'] }),
  'the business is suspended': ({ db, row }) =>
    db.update(businesses).set({ status: 'suspended' }).where(eq(businesses.id, row.businessId)),
  'the project is suspended': ({ db, row }) =>
    db.update(projects).set({ status: 'suspended' }).where(eq(projects.id, row.projectId)),
  'the wallet was stopped before it was accepted': stopped(20 * 60_000),
  'the platform recovers': ({ db }) =>
    db.insert(recoveries).values({ cause: 'restored', message: 'For a test' } as typeof recoveries.$inferInsert),
  'it failed': set({ status: 'FAILED' }),
  'it waits for an approval': set({ stage: 'awaiting_approval' }),
  'it is signed already': set({ stage: 'signed' }),
  'the wallet was exchanged for another of the business': ({ db, row, sibling }) =>
    db.update(transactions).set({ walletId: sibling.id, laneWalletId: sibling.id }).where(eq(transactions.id, row.id)),
  'the wallet is of another business': ({ db, row, stranger }) =>
    db
      .update(transactions)
      .set({ walletId: stranger.id, laneWalletId: stranger.id })
      .where(eq(transactions.id, row.id)),
  'the address is of another wallet': ({ db, row, sibling }) =>
    db.update(transactions).set({ fromAddress: sibling.address }).where(eq(transactions.id, row.id)),
  'another wallet is to carry it': async ({ db, row, sibling, order }) => {
    await db.update(transactions).set({ laneWalletId: sibling.id }).where(eq(transactions.id, row.id))
    order.lane.walletId = sibling.id
  },
  'it calls itself a top-up': set({ type: 'GAS_TOPUP' }),
  'it calls itself the return of a float': set({ type: 'FLOAT_RETURN' }),
  'it calls itself a delegation': set({ type: 'DELEGATE' }),
  'it was signed under another nonce': ({ db, row }) =>
    db.insert(transactionAttempts).values({
      businessId: row.businessId,
      transactionId: row.id,
      chainId: row.chainId,
      fromAddress: row.fromAddress,
      nonce: 1_000_000,
      txHash: `0x${randomBytes(32).toString('hex')}`,
      rawTransaction: randomBytes(8),
      gasLimit: 1n,
      maxFeePerGas: 1n,
      maxPriorityFeePerGas: 1n,
    }),
  'the lane has another holder': ({ db, row }) =>
    db.update(lanes).set({ fence: 7 }).where(eq(lanes.walletId, row.walletId)),
  'the order names another lane': ({ order, sibling }) => {
    order.lane.walletId = sibling.id
  },
  'the order names fees above the cap': ({ order, cap }) => {
    order.maxFeePerGas = cap + 1n
  },
  'the order names more gas than any transfer takes': (attempt) => {
    firstTerms(attempt).gasLimit = 5_000_001n
  },
  'the order names a transaction that is not there': (attempt) => {
    firstTerms(attempt).transactionId = newId()
  },
}

/** Changes after which a transaction may still be signed. */
export const HARMLESS: Record<string, Trick> = {
  'its wallet was stopped since': stopped(0),
  'it moves less': set({ amountUnits: 3n }),
  'its value is at the limit': set({ valueUsdMicros: 50n * USD }),
  'it goes to the recipient by another spelling': set({ toAddress: ALLOWED.toLowerCase().replace('0xaa', '0xAA') }),
  'a policy of now forbids what was accepted before': ({ db, row }) =>
    db
      .update(policies)
      .set({ perTransactionMicros: 0n, updatedAt: new Date() })
      .where(eq(policies.businessId, row.businessId)),
}

/** Saves a policy that is an hour old: $100 per transaction, approval above $50, one allowed recipient. */
export async function putPolicy({ businessId, projectId }: { businessId: string; projectId: string }): Promise<void> {
  const values = {
    perTransactionMicros: 100n * USD,
    approvalAboveMicros: 50n * USD,
    allowedRecipients: [{ address: ALLOWED, label: 'Ours' }],
    updatedAt: new Date(Date.now() - 3_600_000),
  }
  await workerCtx()
    .db.insert(policies)
    .values({ businessId, projectId, updatedBy: 'system:test', createdAt: values.updatedAt, ...values })
    .onConflictDoUpdate({ target: [policies.businessId, policies.projectId], set: values })
}
