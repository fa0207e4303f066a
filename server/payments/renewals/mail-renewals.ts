import { eq } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { plans, products, projects } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'
import { findRate } from '@/server/fx/require-rate'
import { readAvailable } from '@/server/ledger/read-available'
import { mailOwners } from '@/server/mail/mail-owners'
import { plansLink } from '@/server/mail/portal-links'
import { queueInSavepoint } from '@/server/mail/queue-in-savepoint'
import type { MailBody } from '@/server/mail/queue-mails'
import type { MailRecipient, PurchaseTexts } from '@/server/mail/templates/mail-recipient'
import { renewalFailed } from '@/server/mail/templates/renewal-failed'
import type { RenewalOutlook } from '@/server/mail/templates/renewal-outlook'
import { type REMINDER_DAYS, renewalReminder } from '@/server/mail/templates/renewal-reminder'
import { subscriptionCanceled } from '@/server/mail/templates/subscription-canceled'
import { subscriptionExpired } from '@/server/mail/templates/subscription-expired'
import { usdOfKoboUp } from '@/server/money/fx'
import { planPriceMinor } from '@/server/payments/quotes/price-quote'
import { graceEnd } from '@/server/subscriptions/phase'
import type { SubscriptionRow } from './charge-renewal'

type StatusChange = { row: SubscriptionRow; to: 'PAST_DUE' | 'CANCELED' | 'EXPIRED' }

/**
 * Emails the owners that a subscription is past due, has ended or has expired, once for each end date. Call it in the
 * transaction that changes it, after the change, with the `row` from before. Returns the number of new emails.
 */
export function mailMoved(ctx: WorkerCtx, { row, to }: StatusChange): Promise<number> {
  return queueInSavepoint(ctx, `subscription ${row.id}`, async () => {
    const outlook = to === 'PAST_DUE' ? await readOutlook(ctx, row) : null
    const graceEndsAt = graceEnd(row.endDate)
    return mailAbout(ctx, row, to.toLowerCase(), (bought) => {
      if (outlook) return renewalFailed({ ...bought, outlook, graceEndsAt })
      if (to === 'CANCELED') return subscriptionCanceled({ ...bought, endedAt: row.endDate })
      return subscriptionExpired({ ...bought, expiredAt: graceEndsAt })
    })
  })
}

type DueReminder = { row: SubscriptionRow; daysLeft: (typeof REMINDER_DAYS)[number] }

/**
 * Emails the owners that a period ends soon, and what happens then. Call it in the transaction that records the
 * reminder.
 */
export async function mailReminder(ctx: WorkerCtx, { row, daysLeft }: DueReminder): Promise<number> {
  const outlook = await readOutlook(ctx, row)
  const facts = { daysLeft, outlook, endsAt: row.endDate }
  return mailAbout(ctx, row, `reminder-${daysLeft}`, (bought) => renewalReminder({ ...bought, ...facts }))
}

async function mailAbout(
  ctx: WorkerCtx,
  row: SubscriptionRow,
  emailKind: string,
  write: (about: MailRecipient & PurchaseTexts) => MailBody,
): Promise<number> {
  const bought = { ...(await readBought(ctx.db, row)), url: plansLink(row.projectId) }
  return mailOwners(ctx, {
    ...{ businessId: row.businessId, source: 'subscription', sourceId: row.id },
    onceKey: `${emailKind}:${row.id}:${row.endDate.toISOString()}`,
    write: (reader) => write({ ...reader, ...bought }),
  })
}

async function readBought(db: Database, { projectId, planId, productId }: SubscriptionRow): Promise<PurchaseTexts> {
  const [names] = await db
    .select({ projectName: projects.name, planName: plans.name, productName: products.name })
    .from(projects)
    .innerJoin(plans, eq(plans.id, planId))
    .innerJoin(products, eq(products.id, productId))
    .where(eq(projects.id, projectId))
  if (!names) throw new Error(`project ${projectId} does not exist`)
  return { purchase: `${names.productName}, ${names.planName}`, projectName: names.projectName }
}

/** Whether the balance would pay for a renewal if the subscription ended today. */
async function readOutlook(ctx: WorkerCtx, row: SubscriptionRow): Promise<RenewalOutlook> {
  const [plan] = await ctx.db.select().from(plans).where(eq(plans.id, row.planId))
  if (!plan?.isActive) return { kind: 'unsold' }
  const priceMinor = planPriceMinor({ ...plan, planId: plan.id }, row.billingCycle)
  const rate = await findRate(ctx)
  if (!rate) return { kind: 'unpriced', priceMinor }
  const chargeMicros = usdOfKoboUp(priceMinor, rate.ngnPerUsdE8)
  const shortMicros = chargeMicros - (await readAvailable(ctx.db, row.businessId))
  return shortMicros > 0n
    ? { kind: 'short', priceMinor, chargeMicros, shortMicros }
    : { kind: 'covered', priceMinor, chargeMicros }
}
