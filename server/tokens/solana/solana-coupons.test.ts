import { and, asc, eq, inArray } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { tokenPayoutLines, tokenSteps, transactions, webhookMessages } from '@/db/schema'
import { operationView } from '@/schemas/tokens/operations/contract'
import { couponEventView } from '@/schemas/tokens/payouts/contract'
import { workerCtx } from '@/server/ctx'
import { runEngine } from '@/server/testing/local-solana'
import { someone } from '@/server/testing/solana-world'
import { openSolanaTokenWorld, type SolanaTokenWorld, solanaBond } from './solana-token-world.test-data'

const reported = z.object({ data: couponEventView })

let world: SolanaTokenWorld
beforeAll(async () => {
  world = await openSolanaTokenWorld()
})
afterEach(() => {
  vi.useRealTimers()
})
afterAll(() => world.close())

let tokenId = ''
const firstCoupon = () => world.firstCoupon(tokenId)

async function travelToPayDate(): Promise<void> {
  await world.travelTo(`${(await firstCoupon()).payDate}T00:10:00Z`)
  await world.keptUntil(tokenId, 'RECORDED')
}

async function bondOf(holders: readonly string[]) {
  await world.backToday()
  const bond = await world.active(solanaBond('BOND', { annualRate: 12.5, dayCount: 'ACT_365' }))
  tokenId = bond.id
  await world.done(bond.id, 'wallets', {
    wallets: holders.map((address, n) => ({ address, investorId: `investor ${n}` })),
  })
  const items = holders.map((to, n) => ({ to, amount: `${n + 1}.000001` }))
  await world.done(bond.id, 'mint', { items: [...items, { to: world.admin, amount: '1000' }] })
  const coupon = await firstCoupon()
  const { numerator, denominator } = coupon.dayCountFraction
  const owedTo = (n: number) =>
    ((BigInt(n + 1) * 1_000_000n + 1n) * 100n * 125n * BigInt(numerator)) / (1_000n * BigInt(denominator))
  return { bond, coupon, owedTo }
}

async function reportedTo(url: string) {
  const rows = await workerCtx()
    .db.select()
    .from(webhookMessages)
    .where(eq(webhookMessages.url, url))
    .orderBy(asc(webhookMessages.id))
  return rows.map(({ kind, body }) => ({ kind, status: reported.parse(JSON.parse(body)).data.status }))
}

const paidTo = (holder: string) => world.solana.tokenBalance('USDC', holder)

test('a coupon is paid to the holders at its record time, each once, frozen ones after they are thawed', async () => {
  const holders = Array.from({ length: 8 }, someone)
  const { bond, coupon, owedTo } = await bondOf(holders)
  const pay = `yield/${coupon.couponId}/pay`
  expect((await world.ask(bond.id, pay)).refusal).toBe('coupon_not_due')
  await travelToPayDate()
  const short = await world.ask(bond.id, pay)
  expect([short.code, short.refusal]).toEqual([422, 'insufficient_funds'])
  await world.solana.fundToken('USDC', world.admin, 1_000_000_000n)
  // After the record time, so it does not change this coupon.
  const [first = '', second = ''] = holders
  await world.done(bond.id, 'transfer', { from: first, to: second, amount: '1', forced: true })
  const frozen = await world.client.patch(`/v1/tokens/${bond.id}/wallets/${second}`, { frozen: true }, 'freeze')
  expect((await world.ended(bond.id, frozen)).status).toBe('COMPLETED')

  const asked = { webhookUrl: 'http://127.0.0.1:9/told' }
  const paid = await world.done(bond.id, pay, asked)
  expect(paid.transactionIds).toHaveLength(2)
  const sent = await workerCtx().db.select().from(transactions).where(inArray(transactions.id, paid.transactionIds))
  const worth = sent.reduce((sum, { valueUsdMicros }) => sum + (valueUsdMicros ?? 0n), 0n)
  // USDC at one dollar has as many decimals as micro-dollars, so the judged value equals the payment.
  expect(worth).toBe(holders.reduce((sum, _, n) => sum + (n === 1 ? 0n : owedTo(n)), 0n))
  expect(paid.items?.filter(({ status }) => status === 'FAILED').map(({ address, code }) => [address, code])).toEqual([
    [second, 'frozen'],
  ])
  for (const [n, holder] of holders.entries()) expect(await paidTo(holder)).toBe(n === 1 ? 0n : owedTo(n))
  expect((await firstCoupon()).status).toBe('PAYING')

  const thawed = await world.client.patch(`/v1/tokens/${bond.id}/wallets/${second}`, { frozen: false }, 'thaw')
  expect((await world.ended(bond.id, thawed)).status).toBe('COMPLETED')
  await world.done(bond.id, pay, asked)
  expect(await reportedTo(asked.webhookUrl)).toEqual([
    { kind: 'token.coupon.funded', status: 'PAYING' },
    { kind: 'token.coupon.paid', status: 'PAID' },
  ])
  for (const [n, holder] of holders.entries()) expect(await paidTo(holder)).toBe(owedTo(n))
  const total = holders.reduce((sum, _, n) => sum + owedTo(n), 0n)
  expect(await firstCoupon()).toMatchObject({ status: 'PAID', paidTotal: String(Number(total) / 1e6) })
  expect(await paidTo(world.admin)).toBe(1_000_000_000n - total)
  expect((await world.ask(bond.id, pay)).refusal).toBe('coupon_done')
  const unsupported = await world.ask(bond.id, 'call')
  expect([unsupported.code, unsupported.refusal]).toEqual([400, 'tokenization_unsupported'])
})

test('if one transaction of a payment fails, the next payment pays only its holders', async () => {
  const holders = Array.from({ length: 8 }, someone)
  const { bond, coupon, owedTo } = await bondOf(holders)
  await travelToPayDate()
  await world.solana.fundToken('USDC', world.admin, 1_000_000_000n)
  const pay = `yield/${coupon.couponId}/pay`
  const asked = await world.ask(bond.id, pay)
  const { operationRef } = operationView.parse(asked.data)
  expect((await world.ask(bond.id, pay)).refusal).toBe('operation_open')
  const { db } = workerCtx()
  const [, last] = await db
    .select()
    .from(tokenSteps)
    .where(eq(tokenSteps.operationId, operationRef))
    .orderBy(tokenSteps.number)
  await db
    .update(transactions)
    .set({ cancelRequestedAt: new Date() })
    .where(and(eq(transactions.id, last?.transactionId ?? ''), eq(transactions.stage, 'queued')))
  await runEngine()
  const operation = await world.ended(bond.id, asked)
  expect(operation.status).toBe('COMPLETED')
  expect(operation.items?.filter(({ status }) => status === 'COMPLETED')).toHaveLength(6)
  expect((await firstCoupon()).status).toBe('PAYING')

  const rest = await world.done(bond.id, pay)
  expect(rest.items).toHaveLength(2)
  for (const [n, holder] of holders.entries()) expect(await paidTo(holder)).toBe(owedTo(n))
  const lines = await db.select().from(tokenPayoutLines).where(eq(tokenPayoutLines.tokenId, bond.id))
  expect(lines.map(({ address }) => address).sort()).toEqual([...holders].sort())
  expect((await firstCoupon()).status).toBe('PAID')
})
