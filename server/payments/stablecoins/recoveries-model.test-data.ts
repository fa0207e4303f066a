import { and, eq, inArray } from 'drizzle-orm'
import fc from 'fast-check'
import { v7 } from 'uuid'
import { expect } from 'vitest'
import { deposits, paymentArrivals, paymentSweeps } from '@/db/schema'
import type { RecoverDepositInput, UnmatchedDepositView } from '@/schemas/payments/stablecoins/contract'
import { inOperator, inOperatorReading, inWorker } from '@/server/ctx'
import { recordArrivals, revertArrivals } from '@/server/handlers/payments/deposits-changed'
import { formatAmount } from '@/server/money/amount'
import { decideArrival } from './decide-arrival'
import { findRecovery } from './find-recovery'
import { addDeposit, CHAIN_ID, db, endOpenSweeps, onlyRefusals, together } from './model-chain.test-data'
import { recoverDeposit } from './recover-deposit'
import { arrivalsAt, listUnmatchedDeposits, sweepsOf } from './stablecoin-world.test-data'

const RECIPIENTS = ['0x00000000000000000000000000000000000000cC', '0x00000000000000000000000000000000000000DD']
const OPERATORS = [0, 1, 2].map((n) => ({
  actor: { type: 'user' as const, id: v7(), name: `Operator ${n}` },
  requestId: v7(),
}))

/** The balance of the one address that a run has. */
export const balance = { units: 0n }

const nth = fc.nat(5)
const units = fc.constantFrom(1n, 7n, 500n, 500n, 100_000n)
const who = fc.nat(2)
export const move = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('deposit' as const), units, isFinal: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('confirm' as const), nth }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('arriveUnseen' as const), units }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('leave' as const), nth }) },
  {
    weight: 8,
    arbitrary: fc.record({
      ...{ kind: fc.constant('ask' as const), who, nth, to: fc.nat(1), isStale: fc.boolean() },
      copies: fc.integer({ min: 1, max: 2 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('askUnseen' as const), who, to: fc.nat(1), units }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('ignore' as const), who, nth }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('end' as const), fails: fc.boolean() }) },
)
export type Move = typeof move extends fc.Arbitrary<infer M> ? M : never
type Deposit = { id: string; units: bigint; isFinal: boolean; isThere: boolean }

/** The address of a payment, with the coins that people and the platform send to it. */
export class ModelAddress {
  readonly deposits: Deposit[] = []
  /** What two people asked for: recipient, deposits or amount, and who. */
  readonly asked: { by: number; name: string }[] = []
  unseen = 0n
  private list: UnmatchedDepositView[] = []

  constructor(
    private readonly walletId: string,
    private readonly address: string,
  ) {
    balance.units = 0n
  }

  async deposit(amountUnits: bigint, isFinal: boolean): Promise<void> {
    const blockNumber = BigInt(this.deposits.length + 1)
    const hash = `0x${v7().replaceAll('-', '').padEnd(64, '0')}`
    const id = await addDeposit({
      ...{ walletId: this.walletId, tokenAddress: null, symbol: 'ETH', decimals: 18, amountUnits },
      ...{ txHash: hash, logIndex: null, stage: 'seen', blockNumber, blockHash: hash },
    })
    this.deposits.push({ id, units: amountUnits, isFinal: false, isThere: true })
    balance.units += amountUnits
    if (isFinal) await this.confirm(this.deposits.length - 1)
  }

  async confirm(n: number): Promise<void> {
    const one = this.deposits[n]
    if (!one || one.isFinal || !one.isThere) return
    one.isFinal = true
    await db().update(deposits).set({ stage: 'confirmed', confirmedAt: new Date() }).where(eq(deposits.id, one.id))
    await inWorker(({ db: own, now }) => recordArrivals(own, [one.id], now()))
  }

  /** A reorg removes a deposit that nobody has sent away yet. */
  async leave(n: number): Promise<void> {
    const one = this.deposits[n]
    if (!one?.isThere || (await this.sentIn(one.id)) !== null) return
    one.isThere = false
    balance.units -= one.units
    await db().update(deposits).set({ stage: 'reverted' }).where(eq(deposits.id, one.id))
    await inWorker(({ db: own, now }) => revertArrivals(own, [one.id], now()))
  }

  arriveUnseen(amount: bigint): void {
    this.unseen += amount
    balance.units += amount
  }

  private async sentIn(depositId: string) {
    const [row] = await db().select().from(paymentArrivals).where(eq(paymentArrivals.depositId, depositId))
    if (!row?.sweepId) return null
    const isIt = and(eq(paymentSweeps.id, row.sweepId), inArray(paymentSweeps.state, ['OPEN', 'DONE']))
    return (await db().select().from(paymentSweeps).where(isIt))[0] ?? null
  }

  async read(): Promise<readonly UnmatchedDepositView[]> {
    const { items } = await inOperatorReading(operator(0), (ctx) => listUnmatchedDeposits(ctx))
    this.list = items.filter(({ address }) => address === this.address)
    return this.list
  }

  /** An operator recovers a row of the list, which may be the one of a while ago. */
  async ask(by: number, n: number, { to, isStale, copies }: { to: number; isStale: boolean; copies: number }) {
    const rows = isStale ? this.list : await this.read()
    const foreign = rows.filter(({ state }) => state === 'FOREIGN')
    const row = foreign[n % Math.max(foreign.length, 1)]
    if (!row?.recovery) return
    await this.request(by, { depositIds: row.recovery.depositIds, amount: null, to }, copies)
  }

  async request(
    by: number,
    { depositIds, amount, to }: { depositIds: string[]; amount: string | null; to: number },
    copies = 1,
  ): Promise<void> {
    const toAddress = RECIPIENTS[to] ?? ''
    const what = { chainId: CHAIN_ID, address: this.address, tokenAddress: null, reason: 'the model asks for it' }
    const input: RecoverDepositInput = { ...what, depositIds, amount, toAddress }
    this.asked.push({ by, name: nameOf(toAddress, depositIds, amount) })
    await together(copies, () =>
      inOperatorReading(operator(by), (ctx) => findRecovery(ctx, input))
        .then((found) => inOperator(operator(by), (ctx) => recoverDeposit(ctx, { ...input, found })))
        .catch(onlyRefusals),
    )
  }

  async ignore(by: number, n: number): Promise<void> {
    const rows = await this.read()
    const row = rows[n % Math.max(rows.length, 1)]
    if (!row) return
    const decision = { kind: 'ignore' as const, arrivalId: row.id, reason: 'the model says so' }
    await inOperator(operator(by), (ctx) => decideArrival(ctx, decision)).catch(onlyRefusals)
  }

  /** Ends what was queued, as the engine does: it sends at most what the address has. */
  async end(fails: boolean): Promise<void> {
    await endOpenSweeps([this.walletId], {
      outcomeOf: (_, row) => {
        const amountUnits = row.amountUnits < balance.units ? row.amountUnits : balance.units
        const isDone = !fails && amountUnits > 0n
        if (isDone) balance.units -= amountUnits
        return { amountUnits, status: isDone ? 'COMPLETED' : 'FAILED' }
      },
    })
  }

  play(one: Move): unknown {
    switch (one.kind) {
      case 'deposit':
        return this.deposit(one.units, one.isFinal)
      case 'confirm':
        return this.confirm(one.nth)
      case 'arriveUnseen':
        return this.arriveUnseen(one.units)
      case 'leave':
        return this.leave(one.nth)
      case 'ask':
        return this.ask(one.who, one.nth, one)
      case 'askUnseen':
        return this.request(one.who, { depositIds: [], amount: formatAmount(one.units, 18), to: one.to })
      case 'ignore':
        return this.ignore(one.who, one.nth)
      case 'end':
        return this.end(one.fails)
      default:
        return one satisfies never
    }
  }

  /** What was sent is what two people asked for, from deposits that were there, each once. */
  async expectAsked(): Promise<void> {
    const moves = await sweepsOf(this.walletId)
    const arrivals = await arrivalsAt(this.walletId)
    let unseen = 0n
    for (const sweep of moves) {
      if (sweep.state !== 'OPEN' && sweep.state !== 'DONE') continue
      const own = arrivals.filter(({ sweepId }) => sweepId === sweep.id)
      const isListed = own.length > 0
      if (isListed) expect(sweep.units).toBe(own.reduce((sum, { units: each }) => sum + each, 0n))
      else unseen += sweep.units
      const ids = own.map(({ depositId }) => depositId)
      const name = nameOf(sweep.toAddress, ids, isListed ? null : formatAmount(sweep.units, 18))
      const people = new Set(this.asked.filter((one) => one.name === name).map(({ by }) => by))
      expect([name, people.size >= 2]).toEqual([name, true])
    }
    // The money of other deposits is never taken for what nobody saw arrive.
    expect(unseen <= this.unseen).toBe(true)
    const sent = moves.filter(({ state }) => state === 'DONE').reduce((sum, { units: each }) => sum + each, 0n)
    const there = this.deposits.filter(({ isThere }) => isThere).reduce((sum, { units: each }) => sum + each, 0n)
    expect(balance.units).toBe(there + this.unseen - sent)
  }

  /** Two people end everything that is listed: what cannot be sent is ignored. */
  async endAll(): Promise<void> {
    for (let n = 0; n < this.deposits.length; n++) await this.confirm(n)
    await this.end(false)
    for (let round = 0; round < 30; round++) {
      const [row] = await this.read()
      if (!row) return
      if (row.recovery)
        for (const by of [0, 1, 2]) {
          await this.request(by, { depositIds: row.recovery.depositIds, amount: null, to: 0 })
          if ((await this.read()).every(({ id }) => id !== row.id)) break
        }
      else for (const by of [0, 1]) await this.ignore(by, 0)
      await this.end(false)
    }
  }
}

const nameOf = (to: string, ids: readonly string[], amount: string | null) => `${to} ${[...ids].sort()} ${amount}`

function operator(n: number) {
  const one = OPERATORS[n]
  if (!one) throw new Error('no such operator')
  return one
}
