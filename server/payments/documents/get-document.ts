import { and, eq } from 'drizzle-orm'
import { paymentDocuments, payments } from '@/db/schema'
import type { DocumentContent, DocumentName, DocumentRef } from '@/schemas/payments/documents/contract'
import { listChains } from '@/server/chains/registry'
import type { ProjectCtx } from '@/server/ctx'
import { type Env, env } from '@/server/env'
import { notFound, refusal } from '@/server/errors'
import { readPaymentMoney } from '@/server/payments/read-payment-money'
import { toDocumentContent } from './to-document-content'

const KINDS = { invoice: 'INVOICE', receipt: 'RECEIPT' } as const satisfies Record<DocumentName, string>
const TITLES = { invoice: 'Invoice', receipt: 'Receipt' } as const satisfies Record<DocumentName, string>

/**
 * An invoice or a receipt of a payment of the project, with its current data. Throws not_found, also for the receipt of
 * an unpaid payment.
 */
export async function getDocument(ctx: ProjectCtx, { paymentId, name }: DocumentRef): Promise<DocumentContent> {
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
  const money = await readPaymentMoney(db, { businessId, paymentId })
  return toDocumentContent({
    payment,
    document,
    ...money,
    receipts: money.receipts.toSorted((a, b) => a.paidAt.getTime() - b.paidAt.getTime()),
    chainNames: new Map((await listChains()).map(({ chainId, name }) => [chainId, name])),
    seller: sellerLines(env()),
  })
}

type Seller = Pick<Env, 'BASE_URL' | 'SELLER_NAME' | 'SELLER_ADDRESS' | 'SELLER_TAX_ID' | 'SELLER_EMAIL'>

/**
 * The seller, line by line. Without a configured seller: the product's name and address, and a note that the rest is
 * missing.
 */
function sellerLines({ BASE_URL, SELLER_NAME, SELLER_ADDRESS, SELLER_TAX_ID, SELLER_EMAIL }: Seller): string[] {
  if (!SELLER_NAME) return ['Slipway', new URL(BASE_URL).host, 'No seller is named on this installation.']
  return [
    SELLER_NAME,
    ...(SELLER_ADDRESS ?? '').split(';').map((line) => line.trim()),
    SELLER_TAX_ID ? `Tax id ${SELLER_TAX_ID}` : '',
    SELLER_EMAIL ?? '',
  ].filter((line) => line !== '')
}
