import { and, eq, inArray, sql } from 'drizzle-orm'
import { newId } from '@/db/new-id'
import { depositAccounts, paymentReceipts, payments, subscriptions } from '@/db/schema'
import type { SubscribeBody } from '@/schemas/payments/contract'
import type { ExceptionDecision } from '@/schemas/payments/exceptions/contract'
import { inOperator, inTenant, workerCtx } from '@/server/ctx'
import { ApiError } from '@/server/errors'
import { addFractions, type Fraction, ZERO } from '@/server/money/fraction'
import type { AccountOpener } from '@/server/payments/accounts/account-opener'
import { openAccounts } from '@/server/payments/accounts/open-accounts'
import { decideException } from '@/server/payments/exceptions/decide-exception'
import { type Payer, workerAt } from '@/server/payments/payment-world.test-data'
import { runRenewals } from '@/server/payments/renewals/run-renewals'
import { closePayments } from '@/server/payments/settlement/close-payments'
import { type IncomingReceipt, receiveMoney } from '@/server/payments/settlement/receive-money'
import { createPayment } from '@/server/payments/subscribe'
import { unusedValue } from '@/server/subscriptions/running'
import { setAutoRenew } from '@/server/subscriptions/set-auto-renew'
import { setProjectPlan } from '@/server/subscriptions/set-project-plan'
import { toRunning } from '@/server/subscriptions/to-running'
import { anyOperator } from '@/server/testing/any-operator'

/** Opens an account for any amount at once; the script decides what its bank does. */
const scripted: AccountOpener = {
  kind: 'FIAT',
  provider: 'sandbox',
  watchMs: 24 * 3_600_000,
  expects: ({ amountMinor }) => ({ currency: 'NGN', expectedUnits: amountMinor }),
  open: async ({ reference }) => ({ providerRef: reference, accountNumber: '9000000001', nextPollAt: null }),
}

const db = () => workerCtx().db

/** Two businesses and an operator, with one clock that only the script moves. */
export class ThiefWorld {
  now = new Date()
  used: Fraction = ZERO
  readonly brought: IncomingReceipt[] = []
  /** The subscription of each quote at its creation: a new one, or the one that it renews. */
  private readonly quoted = new Map<string, string | null>()

  constructor(readonly payers: readonly [Payer, Payer]) {}

  private get ids(): string[] {
    return this.payers.map(({ businessId }) => businessId)
  }

  async open(payer: Payer, request: SubscribeBody): Promise<void> {
    const now = this.now
    const paymentId = await inTenant(payer, async (ctx) => {
      const own = { ...ctx, projectId: payer.projectId, now: () => now }
      const opened = await createPayment(own, { request, openers: [scripted] })
      // Read before money for it can arrive.
      const rows = await ctx.db
        .select()
        .from(payments)
        .where(eq(payments.id, opened.paymentId ?? newId()))
      for (const { id, subscriptionId } of rows) this.quoted.set(id, subscriptionId)
      return opened.paymentId
    })
    if (paymentId) await openAccounts(workerAt(now), { paymentId, openers: [scripted] })
  }

  /** Sends a percentage of the requested amount of an account, at a time in the past. */
  async send(nth: number, { percent, agoMs }: { percent: bigint; agoMs: number }): Promise<void> {
    const accounts = await db().select().from(depositAccounts).where(inArray(depositAccounts.businessId, this.ids))
    const account = accounts.at(-1 - (nth % Math.max(accounts.length, 1)))
    if (!account) return
    const units = (account.expectedUnits * percent) / 100n + 1n - (percent % 100n === 0n ? 1n : 0n)
    const paidAt = new Date(Math.max(this.now.getTime() - agoMs, account.createdAt.getTime()))
    await this.bring({ ...money(units, paidAt), account: { id: account.id } })
  }

  lose(units: bigint): Promise<void> {
    return this.bring({ ...money(units, this.now), account: null })
  }

  /** Repeats an earlier report of a provider. */
  async repeat(nth: number): Promise<void> {
    const again = this.brought.at(-1 - (nth % Math.max(this.brought.length, 1)))
    if (again) await receiveMoney(workerAt(this.now), again)
  }

  private async bring(receipt: IncomingReceipt): Promise<void> {
    this.brought.push(receipt)
    await receiveMoney(workerAt(this.now), receipt)
  }

  async switchRenewal({ projectId, ...payer }: Payer, autoRenew: boolean): Promise<void> {
    const [running] = await this.rows('ACTIVE', projectId)
    if (!running) return
    const now = () => this.now
    await inTenant({ ...payer, projectId }, (ctx) =>
      setAutoRenew({ ...ctx, projectId, now }, { id: running.id, autoRenew }),
    )
  }

  async give({ businessId, projectId }: Payer, planId: number | null): Promise<void> {
    const now = () => this.now
    await inOperator(anyOperator(), (ctx) =>
      setProjectPlan({ ...ctx, now }, { businessId, projectId, productId: 1, planId }),
    )
  }

  async decide(kind: ExceptionDecision['kind'], { businessId }: Payer): Promise<void> {
    const txns = this.brought.map(({ providerTxnId }) => providerTxnId)
    const [receipt] = await db()
      .select()
      .from(paymentReceipts)
      .where(and(inArray(paymentReceipts.providerTxnId, ['', ...txns]), eq(paymentReceipts.outcome, 'SUSPENSE')))
    const [open] = await db()
      .select()
      .from(payments)
      .where(and(eq(payments.businessId, businessId), eq(payments.status, 'PENDING')))
    if (!receipt || (kind === 'apply' && !open)) return
    const about = { receiptId: receipt.id, reason: 'the script says so' }
    const now = () => this.now
    const decision = { kind, businessId, paymentId: open?.id ?? newId(), ...about }
    for (const who of [anyOperator(), anyOperator()]) {
      const done = await inOperator(who, (ctx) => decideException({ ...ctx, now }, decision))
      if (done.state === 'done') return
    }
  }

  /** Moves the clock, uses what was granted since, and runs the jobs twice at once. */
  async pass(ms: number): Promise<void> {
    const later = new Date(this.now.getTime() + ms)
    for (const running of (await this.rows()).map(toRunning)) {
      if (!running) continue
      const left = unusedValue(running, later)
      this.used = [unusedValue(running, this.now), { ...left, numerator: -left.numerator }].reduce(
        addFractions,
        this.used,
      )
    }
    this.now = later
    const open = and(inArray(depositAccounts.businessId, this.ids), eq(depositAccounts.status, 'OPEN'))
    await db().update(depositAccounts).set({ polledAt: later }).where(open)
    await Promise.all([1, 2].flatMap(() => [closePayments(workerAt(later)), runRenewals(workerAt(later))]))
  }

  /** Runs an attempt; a refusal is a valid answer. */
  async attempt(work: Promise<void>): Promise<void> {
    await work.catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error
    })
  }

  async unused(): Promise<Fraction> {
    const running = (await this.rows()).map(toRunning).filter((one) => one !== null)
    return running.map((one) => unusedValue(one, this.now)).reduce(addFractions, ZERO)
  }

  rows(status?: 'ACTIVE' | 'PENDING', projectId?: string) {
    const own = inArray(subscriptions.businessId, this.ids)
    const ofProject = projectId ? eq(subscriptions.projectId, projectId) : sql`true`
    return db()
      .select()
      .from(subscriptions)
      .where(and(own, ofProject, status ? eq(subscriptions.status, status) : sql`true`))
  }

  /** Payments that settled although the plan that they replaced or renewed was no longer the running one, as text. */
  async misplaced(): Promise<string[]> {
    const rows = new Map((await this.rows()).map((row) => [row.id, row]))
    const settled = (await this.payments()).filter(({ settledAt, planId }) => settledAt !== null && planId !== null)
    return settled.flatMap((payment) => {
      const begun = rows.get(payment.subscriptionId ?? '')
      const isOwn = payment.change !== 'RENEWAL' && this.quoted.get(payment.id) === payment.subscriptionId
      if (begun && !isOwn) return isRenewalOf(begun, payment) ? [] : [`${payment.id} renewed another plan`]
      const replaced = rows.get(begun?.replacesId ?? '')
      const isBasis =
        begun !== undefined &&
        begun.replacesId === payment.basisSubscriptionId &&
        (replaced === undefined || replaced.version === (payment.basisVersion ?? 0) + 1)
      return isBasis ? [] : [`${payment.id} began on another basis`]
    })
  }

  payments() {
    return db().select().from(payments).where(inArray(payments.businessId, this.ids))
  }

  receipts() {
    const txns = this.brought.map(({ providerTxnId }) => providerTxnId)
    return db()
      .select()
      .from(paymentReceipts)
      .where(inArray(paymentReceipts.providerTxnId, ['', ...txns]))
  }
}

type SubscriptionRow = typeof subscriptions.$inferSelect
type PaymentRow = typeof payments.$inferSelect

/** One more period of the same plan, at its full price. */
function isRenewalOf(row: SubscriptionRow, { planId, billingCycle, creditMinor }: PaymentRow): boolean {
  return row.planId === planId && row.billingCycle === billingCycle && creditMinor === 0n
}

function money(units: bigint, paidAt: Date) {
  return { provider: 'sandbox', providerTxnId: newId(), currency: 'NGN', units, feeUnits: 0n, paidAt } as const
}
