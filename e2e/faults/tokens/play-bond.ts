import { setTimeout as pause } from 'node:timers/promises'
import type { Sql } from 'postgres'
import { z } from 'zod'
import { expediteCrons } from '@/e2e/faults/expedite-crons'
import { makeWallets } from '@/e2e/faults/fresh-wallets'
import { firstChain, type Stage } from '@/e2e/faults/scenario'
import { beginStrike, type Strike } from '@/e2e/faults/stack/strike'
import type { FaultPoint } from '@/server/fault-point'
import { type Bond, DECIMALS, datesOf, drawHolders, FACE, FUNDS, RATE_PERCENT, toAmount, travelTo } from './bond'
import { type CallResult, callTwice, callUntilAnswered } from './call-until-answered'

/** Where in a round the process begins to be in danger. */
export const PHASES = ['issue', 'register', 'mint', 'pay'] as const
export type Phase = (typeof PHASES)[number]
type Round = { round: number; point: FaultPoint | null; phase: Phase }
type PlayedBond = { bond: Bond; hasStruck: boolean; findings: string[]; recoveryMs: number }

const ENDED_WITHIN_MS = 120_000
const EXPEDITE_EVERY_MS = 1_000
const issued = z.object({ id: z.string(), contractAddress: z.string(), operationRef: z.string() })
const opened = z.object({ operationRef: z.string() })

/**
 * Issues a bond, registers and mints, and pays its coupon, while the process dies once from a phase on. Every request
 * is made twice.
 */
export async function playBond(stage: Stage, { round, point, phase }: Round): Promise<PlayedBond> {
  const { api, random, stack, transfers } = stage
  const { sql, app } = stack
  const chain = firstChain(stage)
  const findings: string[] = []
  const [admin = ''] = await makeWallets(api, 1)
  await chain.reader.fund([admin], FUNDS)
  let strike: Strike | null = null
  const enter = (next: Phase) => {
    if (next === phase) strike = beginStrike({ app, point, random })
  }
  const name = `bond-${round}-${random.between(0, 999_999_999)}`
  const dates = await datesOf(chain)

  enter('issue')
  const answers = await callTwice(api, { path: '/v1/tokens', body: issueBody(chain, { admin, ...dates }), key: name })
  const { id, contractAddress, operationRef } = issued.parse(answers[0]?.data)
  const holders = drawHolders(random, transfers)
  const operations = new Set([operationRef])
  const bond: Bond = { id, contractAddress, admin, holders, payDate: dates.payDate, operations }
  if (answers.some((one) => one.status !== 201 || issued.parse(one.data).id !== id))
    findings.push('one request issued two tokens, or was refused')
  const done = async (what: string) => {
    if (!(await nothingOpen(sql, id))) findings.push(`${what} does not end`)
  }
  const ask = async (what: string, body: unknown) => {
    const both = await callTwice(api, { path: `/v1/tokens/${id}/${what}`, body, key: `${name}-${what}` })
    const refs = both.flatMap(({ status, data }) => (status === 202 ? [opened.parse(data).operationRef] : []))
    if (refs.length !== 2 || refs[0] !== refs[1]) findings.push(`${what}: ${both.map(text).join(', ')}`)
    for (const ref of refs) operations.add(ref)
    await done(what)
  }
  await done('the deployment')
  enter('register')
  const addresses = [...holders.keys()]
  await ask('wallets', { wallets: addresses.map((address, n) => ({ address, investorId: `investor-${n}` })) })
  enter('mint')
  await ask('mint', { items: [...holders].map(([to, units]) => ({ to, amount: toAmount(units) })) })
  await travelTo(chain, bond.payDate)
  enter('pay')
  await payTwice(stage, bond, { name, findings })
  const healthyAt = Date.now()
  await done('the coupon')
  const hasStruck = (await endOf(strike)) ?? false
  // It may have died at the very last step, with something left to do.
  await done('what was left')
  return { bond, hasStruck, findings, recoveryMs: Date.now() - healthyAt }
}

/** With two keys at once: one pays, the other hears that it is being done. */
async function payTwice(
  { api, stack: { sql } }: Stage,
  bond: Bond,
  { name, findings }: { name: string; findings: string[] },
): Promise<void> {
  const [coupon] = await sql<{ id: string }[]>`select id from token_payouts where token_id = ${bond.id} and index = 1`
  if (!coupon) return void findings.push('it has no coupon')
  const path = `/v1/tokens/${bond.id}/yield/${coupon.id}/pay`
  const both = await Promise.all(
    ['one', 'other'].map((key) => callUntilAnswered(api, { path, body: {}, key: `${name}-${key}` })),
  )
  const taken = both.filter(({ status }) => status === 202)
  const refused = both.filter(({ code }) => code === 'operation_open' || code === 'coupon_done')
  if (taken.length !== 1 || refused.length !== 1) findings.push(`paid twice at once: ${both.map(text).join(', ')}`)
  for (const { data } of taken) bond.operations.add(opened.parse(data).operationRef)
}

/** Waits until no operation of a token is open; false when that takes too long. */
export async function nothingOpen(sql: Sql, tokenId: string): Promise<boolean> {
  const deadline = Date.now() + ENDED_WITHIN_MS
  let expeditedAt = 0
  while (Date.now() < deadline) {
    const [row] = await sql<{ n: number }[]>`
      select count(*)::int as n from token_operations where token_id = ${tokenId} and status = 'PENDING'`.catch(
      () => [],
    )
    if (row?.n === 0) return true
    if (Date.now() - expeditedAt > EXPEDITE_EVERY_MS) {
      expeditedAt = Date.now()
      // A minute would bring it: a run has none to wait.
      await expediteCrons(sql, ['%keep-tokens', '%sweep']).catch(() => {})
    }
    await pause(100)
  }
  return false
}

async function endOf(strike: Strike | null): Promise<boolean | undefined> {
  return strike?.end()
}

function text({ status, code }: CallResult): string {
  return `${status} ${code ?? ''}`.trim()
}

/** Asks for a bond with one coupon on the pay date. */
export function issueBody(
  { cngn, chainId }: { cngn: string; chainId: number },
  { admin, payDate, maturityDate }: { admin: string; payDate: string; maturityDate: string },
) {
  return {
    ticker: 'FLT',
    name: 'Bond of a fault run',
    price: 100,
    chain: 'BASE',
    chainId,
    decimals: DECIMALS,
    assetClass: 'BOND',
    tokenType: 'YIELD_BEARING',
    tokenAdmin: admin,
    yieldParams: {
      annualRate: Number(RATE_PERCENT),
      maturityDate,
      firstCouponDate: payDate,
      couponInterval: 12,
      dayCount: 'ACT_365',
      faceValuePerToken: Number(FACE),
      gracePeriod: 5,
      paymentToken: cngn,
    },
  }
}
