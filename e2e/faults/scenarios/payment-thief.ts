import { z } from 'zod'
import { checkPayments } from '@/e2e/faults/payments/check-payments'
import { listenToPayments } from '@/e2e/faults/payments/listen'
import { allArrived, endQuotes, expediteUntil, isEverythingSettled } from '@/e2e/faults/payments/pass-time'
import { ANY_MANNER, payInManner, repeatEvents } from '@/e2e/faults/payments/send-money'
import { lockedCredit, readValue } from '@/e2e/faults/payments/thief-value'
import type { Random } from '@/e2e/faults/random'
import type { Played, Stage } from '@/e2e/faults/scenario'
import { cancelPlans, PRODUCT_ID } from '@/e2e/faults/tokens/grant-plan'

/** Every plan of the product. */
const PLAN_IDS = [7, 8, 9] as const
/** Begun in the same moment. */
const MAX_AT_ONCE = 4

const subscriptionList = z.object({ data: z.object({ items: z.array(z.object({ id: z.string() })) }) })

/**
 * A customer who only tries to end with more than was paid, by whatever `/v1`, its bank and operators who give back
 * what they are asked to let happen: quotes, upgrades, cancels, refunds, late, double and partial money, said again and
 * at once. `--transfers` is how many moves a round has.
 */
export async function paymentThief(stage: Stage): Promise<Played> {
  const { stack, say, random } = stage
  const { sql, bank, businessId } = stack
  const played: Played = { transfers: [], recoveryMs: [], findings: [] }
  const stopListening = await listenToPayments(stage)
  const since = new Date()
  await cancelPlans(stage)
  const whose = { businessId, productId: PRODUCT_ID }
  const begun = await readValue(sql, bank, whose)
  for (let round = 1; round <= stage.rounds && !stage.isLate(); round++) {
    const answers = await playOne(stage)
    const startedAt = Date.now()
    const wait = () => expediteUntil(sql, bank, isEverythingSettled(sql))
    const findings: string[] = []
    if (!(await expediteUntil(sql, bank, allArrived(sql, bank)))) findings.push('what the bank sent takes too long')
    await endQuotes(sql)
    if (!(await wait())) findings.push('the end of quotes takes too long')
    await stack.operators.refund({ seed: random.between(1, 1_000_000), count: 0 })
    if (!(await wait())) findings.push('what goes back takes too long')
    played.recoveryMs.push(Date.now() - startedAt)
    const now = await readValue(sql, bank, whose)
    const [paid, has] = [now.paid - begun.paid, now.has - begun.has]
    const spare = await lockedCredit(sql, since)
    if (has > paid + spare) {
      const parts = Object.entries(now.parts).map(([what, kobo]) => `${what} ${kobo}`)
      findings.push(`the thief has ${has} kobo (${parts.join(', ')}) and paid ${paid} (${spare} of locked credit)`)
    }
    findings.push(...(await checkPayments(sql, bank, since)))
    played.findings.push(...findings.map((finding) => `round ${round}: ${finding}`))
    say(`${round}/${stage.rounds} ${answers}: paid ${paid} kobo, has ${has}`)
    if (findings.length > 0) break
  }
  await stopListening()
  return played
}

/** Some moves at once, then the next; what was answered, counted. */
async function playOne(stage: Stage): Promise<string> {
  const { random } = stage
  const answers = new Map<string, number>()
  for (let moves = 0; moves < stage.transfers; ) {
    const atOnce = random.between(1, MAX_AT_ONCE)
    moves += atOnce
    const drawn = Array.from({ length: atOnce }, () => MOVES[random.between(0, MOVES.length - 1)] ?? subscribeTo)
    for (const said of (await Promise.all(drawn.map((move) => move(stage)))).flat())
      answers.set(said, (answers.get(said) ?? 0) + 1)
  }
  return [...answers].map(([said, count]) => `${said} ${count}`).join(', ')
}

type Move = (stage: Stage) => Promise<string[]>

const MOVES: readonly Move[] = [
  subscribeTo,
  subscribeTo,
  topUp,
  pay,
  pay,
  pay,
  pay,
  sayAgain,
  switchRenewal,
  askBack,
  letRunOut,
]

function subscribeTo(stage: Stage): Promise<string[]> {
  const { random } = stage
  const planId = PLAN_IDS[random.between(0, PLAN_IDS.length - 1)] ?? 8
  return openTwice(stage, { purpose: 'SUBSCRIPTION', planId, billingCycle: random.chance(0.7) ? 'MONTHLY' : 'YEARLY' })
}

function topUp(stage: Stage): Promise<string[]> {
  return openTwice(stage, { purpose: 'WALLET_TOPUP', amountUsd: stage.random.between(100, 90_000) / 100 })
}

/** Requests the same twice at once, with one key or with two. */
async function openTwice({ api, random }: Stage, request: object): Promise<string[]> {
  const key = random.chance(0.5) ? `thief-${random.next()}` : undefined
  const path = '/v1/payments/subscribe?providerType=FIAT'
  const answers = await Promise.all([api.post(path, request, key), api.post(path, request, key)])
  return answers.map(({ status }) => `quotes answered ${status}`)
}

/** Any account that the bank ever opened: also of quotes that are over or replaced. */
async function pay({ stack: { bank }, random }: Stage): Promise<string[]> {
  const { accounts } = bank.books().state
  const account = accounts[accounts.length - 1 - random.between(0, Math.min(5, accounts.length - 1))]
  if (!account) return []
  payInManner(bank, account, pick(ANY_MANNER, random) ?? 'exact')
  return ['transfers']
}

async function sayAgain({ stack: { bank, balancedUrl }, random }: Stage): Promise<string[]> {
  await repeatEvents(bank, balancedUrl, random)
  return ['repetitions']
}

async function switchRenewal({ api, random }: Stage): Promise<string[]> {
  const answer = await api.get('/v1/subscriptions?status=ACTIVE&pageSize=50')
  const items = answer.status === 200 ? subscriptionList.parse(JSON.parse(answer.text)).data.items : []
  const one = pick(items, random)
  if (!one) return []
  const { status } = await (random.chance(0.5)
    ? api.post(`/v1/subscriptions/${one.id}/cancel`, {})
    : api.post(`/v1/subscriptions/${one.id}/auto-renew`, { autoRenew: true }))
  return [`renewals answered ${status}`]
}

async function askBack({ stack: { operators }, random }: Stage): Promise<string[]> {
  await operators.refund({ seed: random.between(1, 1_000_000), count: 1 })
  return ['refunds asked for']
}

async function letRunOut({ stack: { sql }, random }: Stage): Promise<string[]> {
  if (random.chance(0.6)) return []
  await endQuotes(sql)
  return ['half hours']
}

function pick<T>(values: readonly T[], random: Random): T | undefined {
  return values[random.between(0, values.length - 1)]
}
