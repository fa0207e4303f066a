import { and, eq } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { newId } from '@/db/new-id'
import { businesses } from '@/db/schema'
import type { CreditInput } from '@/schemas/ledger/contract'
import { actorName } from '@/server/actor-name'
import { appendAudit } from '@/server/audit/append-audit'
import { appendPlatformAudit } from '@/server/audit/append-platform-audit'
import type { OperatorCtx } from '@/server/ctx'
import { notFound } from '@/server/errors'
import { formatUsd } from '@/server/money/usd'
import { postJournal } from './post-journals'

/** Credits a customer's balance manually, with a reason that both audit chains keep. Throws not_found. */
export async function creditBusiness(
  ctx: OperatorCtx,
  { businessId, micros, reason }: CreditInput,
): Promise<{ journalId: string }> {
  const [business] = await ctx.db
    .select({ id: businesses.id })
    .from(businesses)
    .where(and(eq(businesses.id, businessId), eq(businesses.kind, 'customer')))
  if (!business) throw notFound('Business')
  const journalId = await postCredit(ctx.db, { businessId, micros, reason, createdBy: actorName(ctx.actor) })
  const detail = { amountUsd: formatUsd(micros), reason, journalId }
  const entry = { action: 'balance.credited', target: businessId, detail } as const
  await appendAudit({ ...ctx, businessId, projectId: null }, entry)
  await appendPlatformAudit(ctx, entry)
  return { journalId }
}

type Credit = { businessId: string; micros: bigint; reason: string; createdBy: string }

/** Credits dollars: `funding` to `available`. Returns the journal's id. The caller checks who may do so. */
export async function postCredit(db: Database, { micros, ...about }: Credit): Promise<string> {
  if (micros <= 0n) throw new Error('a credit must be positive')
  const { businessId } = about
  const journal = { ...about, id: newId(), kind: 'credit', reference: null } as const
  const legs = [
    { businessId, currency: 'USD', kind: 'available', units: micros },
    { businessId, currency: 'USD', kind: 'funding', units: -micros },
  ] as const
  const posted = await postJournal(db, { journal, legs: [...legs] })
  if (!posted.isCovered) throw new Error('a credit was refused')
  return journal.id
}
