import { and, asc, eq } from 'drizzle-orm'
import { requireSound } from '@/db/require-sound'
import { depositAccounts, paymentDocuments, paymentReceipts, paymentRefunds, payments } from '@/db/schema'
import { listChains } from '@/server/chains/registry'
import type { TenantCtx } from '@/server/ctx'
import { env } from '@/server/env'
import { notFound, refusal } from '@/server/errors'
import type { DocumentName, DocumentRef, Paper } from './contract'
import type { PaperRows } from './paper-rows'
import { sellerLines } from './seller-lines'
import { toPaper } from './to-paper'

const KINDS = { invoice: 'INVOICE', receipt: 'RECEIPT' } as const satisfies Record<DocumentName, string>
const TITLES = { invoice: 'Invoice', receipt: 'Receipt' } as const satisfies Record<DocumentName, string>

/** An invoice or a receipt of a payment of the project, as it stands now. Throws not_found: a payment has no receipt before it is paid. */
export async function getDocument(
  ctx: TenantCtx & { projectId: string },
  { paymentId, name }: DocumentRef,
): Promise<Paper> {
  const { db, businessId, projectId } = ctx
  const [payment] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.businessId, businessId), eq(payments.projectId, projectId), eq(payments.id, paymentId)))
  if (!payment) throw refusal('payment_not_found')
  const [document] = await db
    .select()
    .from(paymentDocuments)
    .where(
      and(
        eq(paymentDocuments.businessId, businessId),
        eq(paymentDocuments.paymentId, paymentId),
        eq(paymentDocuments.kind, KINDS[name]),
      ),
    )
  if (!document) throw notFound(TITLES[name])
  const money = await readMoney(ctx, paymentId)
  return toPaper({
    payment: requireSound(payments, payment),
    document: requireSound(paymentDocuments, document),
    ...money,
    seller: sellerLines(env()),
  })
}

async function readMoney({ db, businessId }: TenantCtx, paymentId: string): Promise<Money> {
  const accounts = await db
    .select()
    .from(depositAccounts)
    .where(and(eq(depositAccounts.businessId, businessId), eq(depositAccounts.paymentId, paymentId)))
    .orderBy(asc(depositAccounts.id))
  const receipts = await db
    .select()
    .from(paymentReceipts)
    .where(and(eq(paymentReceipts.businessId, businessId), eq(paymentReceipts.paymentId, paymentId)))
    .orderBy(asc(paymentReceipts.paidAt), asc(paymentReceipts.id))
  const refunds = await db
    .select()
    .from(paymentRefunds)
    .where(and(eq(paymentRefunds.businessId, businessId), eq(paymentRefunds.paymentId, paymentId)))
    .orderBy(asc(paymentRefunds.createdAt), asc(paymentRefunds.id))
  const chainNames = new Map((await listChains()).map(({ chainId, name }) => [chainId, name]))
  // A paper that leaves out a row tells of less money than there was: none is better.
  return {
    accounts: accounts.map((row) => requireSound(depositAccounts, row)),
    receipts: receipts.map((row) => requireSound(paymentReceipts, row)),
    refunds: refunds.map((row) => requireSound(paymentRefunds, row)),
    chainNames,
  }
}

type Money = Pick<PaperRows, 'accounts' | 'receipts' | 'refunds' | 'chainNames'>
