import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { checkPayments, paidTransfers } from '@/e2e/faults/payments/check-payments'
import { listenToPayments } from '@/e2e/faults/payments/listen'
import {
  allArrived,
  endPeriods,
  endQuotes,
  expediteUntil,
  isEverythingSettled,
  periodsEnded,
} from '@/e2e/faults/payments/pass-time'
import { ANY_MANNER, type Manner, payInManner, repeatEvents } from '@/e2e/faults/payments/send-money'
import type { Random } from '@/e2e/faults/random'
import type { Played, Stage } from '@/e2e/faults/scenario'
import { shuffled } from '@/e2e/faults/shuffled'
import { orderFault, withdrawFault } from '@/e2e/faults/stack/order-fault'
import { beginStrike } from '@/e2e/faults/stack/strike'
import { cancelPlans, PRODUCT_ID } from '@/e2e/faults/tokens/grant-plan'
import type { BankAccount } from '@/packages/sandbox-bank/bank-state'
import { FAULT_POINTS, type PaymentPoint } from '@/server/fault-point'

/** Plans of the product that cost something. */
const PLAN_IDS = [8, 9] as const
/** In each round, so that every point lies on the way: the others are drawn. */
const SURE: readonly Manner[] = ['exact', 'double', 'late', 'part']
/** Nobody opened it: its money is nobody's until an operator says so. */
const STRANGE_ACCOUNT = '0000000001'
/** So many are asked for in each round, whole or in part. */
const REFUNDS = 4
/** Points in the process that requests refunds, and not in the one that serves. */
const OF_OPERATORS: readonly PaymentPoint[] = [
  'refund-before-row',
  'refund-after-row',
  'refund-after-hold',
  'refund-after-begin',
]
/** Struck where a plan ends and its balance pays the next period: one has to run. */
const OF_RENEWALS: readonly PaymentPoint[] = FAULT_POINTS.payment.filter((name) => name.startsWith('renew-'))
/** Longer than a provider is left alone at first. */
const DOWN_MS = 6_000

const subscriptionList = z.object({
  data: z.object({ items: z.array(z.object({ id: z.string(), status: z.string() })) }),
})

/**
 * Runs quotes, transfers of every kind and the jobs of payments, while the process is killed at a fault point or at any
 * moment, and the bank is away at times. After each round every kobo the bank sent is in one place. `--transfers` is
 * how many quotes a round has.
 */
export async function payments(stage: Stage): Promise<Played> {
  const { stack, say, random } = stage
  const { sql, bank } = stack
  const played: Played = { transfers: [], recoveryMs: [], findings: [] }
  const stopListening = await listenToPayments(stage)
  const since = new Date(Date.now() - 60_000)
  const missed = new Set<string>()
  let [strikes, opened] = [0, 0]
  await cancelPlans(stage)
  try {
    const points = shuffled([...FAULT_POINTS.payment, ...FAULT_POINTS.refund], random)
    for (let round = 1; round <= stage.rounds && !stage.isLate(); round++) {
      // Two of three rounds die at a point, in turn, and one at any moment.
      const point = round % 3 === 0 ? null : (points[(round - 1 - Math.floor(round / 3)) % points.length] ?? null)
      const startedAt = Date.now()
      const reported = await playOne(stage, { point, round })
      const findings = [...reported.findings, ...(await checkPayments(sql, bank, since))]
      opened += reported.opened
      if (reported.hasStruck) strikes += 1
      else if (point) missed.add(point)
      played.findings.push(...findings.map((finding) => `round ${round}, ${reported.name}: ${finding}`))
      played.recoveryMs.push(reported.recoveryMs)
      say(`${round}/${stage.rounds} ${reported.name}: ${reported.opened} quotes, ${Date.now() - startedAt} ms`)
      if (findings.length > 0) break
    }
  } finally {
    await bank.up()
    await stopListening()
    await cancelPlans(stage)
  }
  const sent = paidTransfers(bank)
  const kobo = sent.reduce((sum, { amountMinor }) => sum + BigInt(amountMinor), 0n)
  const places = await sql<{ reported: string }[]>`
    select outcome || ' ' || count(*) as reported from payment_receipts where provider = 'sandbox' group by outcome order by 1`
  const ends = await sql<{ reported: string }[]>`
    select status || ' ' || count(*) as reported from payments where created_at >= ${since} group by status order by 1`
  say(
    `${strikes} kills, ${opened} quotes answered, ${sent.length} transfers of ${kobo} kobo: ${places.map((one) => one.reported).join(', ')}`,
  )
  const back = await sql<{ reported: string }[]>`
    select lower("to") || ' ' || state || ' ' || count(*) as reported from payment_refunds group by "to", state order by 1`
  say(`refunds: ${back.map((one) => one.reported).join(', ') || 'none'}`)
  say(
    `payments: ${ends.map((one) => one.reported).join(', ')}${missed.size > 0 ? `; not struck once: ${[...missed].join(', ')}` : ''}`,
  )
  return played
}

type Reported = { name: string; findings: string[]; hasStruck: boolean; opened: number; recoveryMs: number }

async function playOne(
  stage: Stage,
  { point, round }: { point: PaymentPoint | null; round: number },
): Promise<Reported> {
  const { stack, random } = stage
  const { sql, bank, app } = stack
  const isRenewals = point !== null && OF_RENEWALS.includes(point)
  if (isRenewals) await takePlan(stage)
  const before = bank.books().state.accounts.length
  const isDown = random.chance(0.2)
  const isSilent = random.chance(0.15)
  const findings: string[] = []
  const isOperators = point !== null && OF_OPERATORS.includes(point)
  const strike = isOperators ? null : beginStrike({ app, point, random })
  bank.books().setSilent(isSilent)
  const requests = Array.from({ length: stage.transfers }, () => drawRequest(random, isRenewals))
  const opened = (await Promise.all(requests.map((request) => subscribe(stage, request)))).filter(Boolean).length
  if (isDown) await bank.down()
  const accounts = shuffled(bank.books().state.accounts.slice(before), random)
  await payAll(stage, accounts.slice(0, Math.ceil(accounts.length / 2)), 0)
  if (random.chance(0.3) && !isRenewals) await switchRenewal(stage)
  if (!isSilent && !isDown) await repeatEvents(bank, stack.balancedUrl, random)
  await payAll(stage, accounts.slice(Math.ceil(accounts.length / 2)), Math.ceil(accounts.length / 2))
  if (random.chance(0.2))
    bank.books().send({ accountNumber: STRANGE_ACCOUNT, amount: String(random.between(1, 9_000)) })
  if (isDown) await pause(DOWN_MS).then(bank.up)
  const healthyAt = Date.now()
  const wait = async (what: string, isDone: () => Promise<boolean>) => {
    if (!(await expediteUntil(sql, bank, isDone))) findings.push(`${what} takes too long`)
  }
  await wait('what the bank sent', allArrived(sql, bank))
  if (!isSilent) await repeatEvents(bank, stack.balancedUrl, random)
  await endQuotes(sql)
  await endPeriods(sql, PRODUCT_ID)
  const isOver = async () => (await isEverythingSettled(sql)()) && (await periodsEnded(sql, PRODUCT_ID)())
  await wait('the end of quotes and periods', isOver)
  const refunds = askRefunds(stage, isOperators ? point : null)
  await wait('what goes back', async () => (await refunds.isOver()) && (await isEverythingSettled(sql)()))
  const hasStruck = strike ? await strike.end() : await refunds.hasStruck()
  await refunds.agree()
  // It may have died at the very last step, with something left to do.
  await wait('what was left', async () => (await allArrived(sql, bank)()) && (await isOver()))
  if (round % 6 === 0) await cancelPlans(stage)
  const flags = [isDown ? 'bank down' : '', isSilent ? 'bank silent' : ''].filter(Boolean)
  const name = [`${point ?? 'any moment'}${hasStruck ? '' : ' (not struck)'}`, ...flags].join(', ')
  return { name, findings, hasStruck, opened, recoveryMs: Date.now() - healthyAt }
}

/**
 * Operators refund money while customers continue; their process dies at a point, where one is given, and another
 * continues.
 */
function askRefunds({ stack: { operators }, random }: Stage, point: PaymentPoint | null) {
  const seed = random.between(1, 1_000_000)
  let [isOver, isGone] = [false, false]
  if (point) orderFault(operators, point, 'SIGKILL')
  const asking = operators
    .refund({ seed, count: REFUNDS })
    .catch(() => {
      isGone = true
    })
    .finally(() => {
      isOver = true
    })
  return {
    isOver: async () => isOver,
    async hasStruck() {
      await asking
      withdrawFault(operators)
      return isGone && point !== null
    },
    /** Agrees, as the second person, to the refunds that were proposed when the process died. */
    agree: () => operators.refund({ seed, count: 0 }),
  }
}

type Requested =
  | { purpose: 'WALLET_TOPUP'; amountUsd: number }
  | { purpose: 'SUBSCRIPTION'; planId: number; billingCycle: string }

/** `areTopUps`: nothing that pays for a plan ahead of its end. */
function drawRequest(random: Random, areTopUps: boolean): Requested {
  if (random.chance(0.5) || areTopUps) return { purpose: 'WALLET_TOPUP', amountUsd: random.between(100, 90_000) / 100 }
  const planId = PLAN_IDS[random.between(0, 1)] ?? 8
  return { purpose: 'SUBSCRIPTION', planId, billingCycle: random.chance(0.7) ? 'MONTHLY' : 'YEARLY' }
}

/** Whether it was answered with accounts: a downgrade is refused, and a process that is killed answers nothing. */
async function subscribe({ api }: Stage, request: Requested): Promise<boolean> {
  const answer = await api.post('/v1/payments/subscribe?providerType=FIAT', request)
  return answer.status === 200
}

async function payAll(
  { stack: { bank }, random }: Stage,
  accounts: readonly BankAccount[],
  from: number,
): Promise<void> {
  for (const [n, account] of accounts.entries()) {
    const manner = SURE[from + n] ?? ANY_MANNER[random.between(0, ANY_MANNER.length - 1)] ?? 'exact'
    payInManner(bank, account, manner)
    await pause(random.between(0, 120))
  }
}

async function switchRenewal({ api, random }: Stage): Promise<void> {
  const answer = await api.get('/v1/subscriptions?status=ACTIVE&pageSize=50')
  if (answer.status !== 200) return
  const [first] = subscriptionList.safeParse(JSON.parse(answer.text)).data?.data.items ?? []
  if (!first) return
  await (random.chance(0.5)
    ? api.post(`/v1/subscriptions/${first.id}/cancel`, {})
    : api.post(`/v1/subscriptions/${first.id}/auto-renew`, { autoRenew: true }))
}

/** A customer has a plan with auto-renew, and the balance for it, before a round begins. */
async function takePlan(stage: Stage): Promise<void> {
  const { sql, bank } = stage.stack
  await cancelPlans(stage)
  const before = bank.books().state.accounts.length
  await subscribe(stage, { purpose: 'WALLET_TOPUP', amountUsd: 1_000 })
  await subscribe(stage, { purpose: 'SUBSCRIPTION', planId: PLAN_IDS[1], billingCycle: 'MONTHLY' })
  for (const account of bank.books().state.accounts.slice(before)) payInManner(bank, account, 'exact')
  await expediteUntil(sql, bank, allArrived(sql, bank))
}
