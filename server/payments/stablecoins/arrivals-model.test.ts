import { and, eq, inArray } from 'drizzle-orm'
import fc from 'fast-check'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { deposits, paymentArrivals, paymentReceipts } from '@/db/schema'
import { inOperator, inWorker, workerCtx } from '@/server/ctx'
import { recordArrivals, revertArrivals } from '@/server/handlers/payments/deposits-changed'
import { ledgerDrift } from '@/server/ledger/ledger-drift'
import { createPayer, workerAt } from '@/server/payments/payment-world.test-data'
import { anyOperator } from '@/server/testing/any-operator'
import { propertyRuns } from '@/server/testing/proof'
import { advanceArrivals } from './advance-arrivals'
import { decisionsOf } from './arrival-decisions'
import { BOOKED_TXN } from './booked-txn'
import { decideArrival } from './decide-arrival'
import {
  addDeposit,
  CHAIN_ID,
  db,
  endOpenSweeps,
  onlyRefusals,
  openModelChain,
  openWallet,
  TOKEN,
  together,
} from './model-chain.test-data'
import { bookedUnits } from './stablecoin-world.test-data'
import { sweepPayments } from './sweep-payments'

const CURRENCY = `${CHAIN_ID}:${TOKEN}` as const
const ASKED = 31_000_000_000n
const STEP_MS = 11 * 60_000

const hashOf = (number: string) => `0x${number.slice(2).padStart(64, '0')}`
const timestamp = `0x${Math.floor(Date.now() / 1_000).toString(16)}`
openModelChain({ eth_getBlockByNumber: ([number]: unknown[]) => ({ hash: hashOf(String(number)), timestamp }) })

const nth = fc.nat(5)
const times = fc.integer({ min: 1, max: 3 })
const units = fc.constantFrom(ASKED, ASKED / 2n, ASKED * 2n, 1_000_000n, ASKED + 7n)
const move = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('arrive'), nth, units }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('leave'), nth, times }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('again'), nth, times }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('carry'), times }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('sweep'), times }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('end'), times, fails: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('decide'), nth, pick: fc.nat(2) }) },
)
type Move = typeof move extends fc.Arbitrary<infer M> ? M : never

/** The transfers and balances of the chain, whatever its nodes report. */
class ModelChain {
  readonly sent: { txHash: string; at: number; units: bigint; depositId: string; isThere: boolean }[] = []
  readonly held: bigint[]
  treasury = 0n
  private clock = Date.now()

  constructor(private readonly walletIds: readonly string[]) {
    this.held = walletIds.map(() => 0n)
  }

  private async deposit(at: number, units: bigint, txHash: string, copies: number): Promise<string> {
    const blockNumber = BigInt(`0x${v7().replaceAll('-', '').slice(0, 24)}`)
    const id = await addDeposit({
      ...{ walletId: this.walletIds[at] ?? '', tokenAddress: TOKEN, symbol: 'MODEL', decimals: 6, amountUnits: units },
      ...{ txHash, logIndex: 1, blockNumber, blockHash: hashOf(`0x${blockNumber.toString(16)}`) },
      ...{ stage: 'confirmed', confirmedAt: new Date() },
    })
    await together(copies, () => inWorker(({ db: own, now }) => recordArrivals(own, [id], now())))
    this.held[at] = (this.held[at] ?? 0n) + units
    return id
  }

  async arrive(n: number, units: bigint): Promise<void> {
    const at = n % this.walletIds.length
    const txHash = `0x${v7().replaceAll('-', '').padEnd(64, '0')}`
    this.sent.push({ txHash, at, units, isThere: true, depositId: await this.deposit(at, units, txHash, 2) })
  }

  async leave(n: number, copies: number): Promise<void> {
    const there = this.sent.filter(({ isThere, at, units }) => isThere && (this.held[at] ?? 0n) >= units)
    const one = there[n % Math.max(there.length, 1)]
    if (!one) return
    one.isThere = false
    this.held[one.at] = (this.held[one.at] ?? 0n) - one.units
    await db().update(deposits).set({ stage: 'reverted' }).where(eq(deposits.id, one.depositId))
    await together(copies, () => inWorker(({ db: own, now }) => revertArrivals(own, [one.depositId], now())))
  }

  async again(n: number, copies: number): Promise<void> {
    const gone = this.sent.filter(({ isThere }) => !isThere)
    const one = gone[n % Math.max(gone.length, 1)]
    if (!one) return
    one.isThere = true
    one.depositId = await this.deposit(one.at, one.units, one.txHash, copies)
  }

  async sweep(n: number): Promise<void> {
    this.clock += STEP_MS
    const at = new Date(this.clock)
    await together(n, () => sweepPayments(workerAt(at)).catch(() => 0))
  }

  /** Ends open sweeps. A sweep of more than the balance of its address reverts. */
  async end(copies: number, fails: boolean): Promise<void> {
    await endOpenSweeps(this.walletIds, {
      outcomeOf: (sweep, { amountUnits }) => {
        const at = this.walletIds.indexOf(sweep.walletId)
        const isDone = !fails && (this.held[at] ?? 0n) >= sweep.units
        if (isDone) {
          this.held[at] = (this.held[at] ?? 0n) - sweep.units
          this.treasury += sweep.units
        }
        return { amountUnits, status: isDone ? 'COMPLETED' : 'FAILED' }
      },
      copies,
      now: new Date(this.clock),
    })
  }

  /** Two people make the same decision on an arrival that waits for one, each twice, like double clicks. */
  async decide(n: number, pick: number): Promise<boolean> {
    const rows = await db()
      .select({
        id: paymentArrivals.depositId,
        state: paymentArrivals.state,
        by: paymentArrivals.decidedBy,
        receipt: paymentReceipts,
      })
      .from(paymentArrivals)
      .leftJoin(
        paymentReceipts,
        and(eq(paymentReceipts.provider, 'chain'), eq(paymentReceipts.providerTxnId, BOOKED_TXN)),
      )
      .where(
        and(
          inArray(paymentArrivals.walletId, [...this.walletIds]),
          inArray(paymentArrivals.state, ['REVERTED', 'DOUBTFUL']),
        ),
      )
    const open = rows.filter(({ by }) => by === null)
    const one = open[n % Math.max(open.length, 1)]
    if (!one) return false
    const all = decisionsOf(one.state, one.receipt)
    // Ignoring leaves money on the chain that is not in the books, so the model uses it only for reverted money.
    const kinds = all.filter((kind) => kind !== 'ignore' || one.state === 'REVERTED')
    const kind = kinds[pick % kinds.length]
    if (!kind) return false
    for (let twice = 0; twice < 4; twice++) {
      const who = anyOperator()
      const decision = { kind, arrivalId: one.id, reason: 'the model says so' }
      await inOperator(who, (ctx) => decideArrival(ctx, decision)).catch(onlyRefusals)
    }
    return true
  }

  async play(one: Move): Promise<unknown> {
    switch (one.kind) {
      case 'arrive':
        return 'units' in one ? this.arrive(one.nth, one.units) : null
      case 'decide':
        return 'pick' in one ? this.decide(one.nth, one.pick) : null
      case 'end':
        return 'fails' in one ? this.end(one.times, one.fails) : null
      case 'sweep':
        return 'times' in one ? this.sweep(one.times) : null
      case 'carry':
        return 'times' in one ? together(one.times, () => advanceArrivals(workerCtx())) : null
      case 'leave':
        return 'times' in one && 'nth' in one ? this.leave(one.nth, one.times) : null
      case 'again':
        return 'times' in one && 'nth' in one ? this.again(one.nth, one.times) : null
      default:
        throw new Error('no such move')
    }
  }
}

test('in any order of arrivals, reorgs, doubts and sweeps, addresses and treasury match the books', {
  timeout: 24 * 3_600_000,
}, async () => {
  const run = async (moves: readonly Move[]) => {
    const payer = await createPayer()
    const walletIds = [await openWallet(payer), await openWallet(payer)]
    const [atAddresses, atTreasury] = [
      await bookedUnits(`chain.${CHAIN_ID}_deposits`, CURRENCY),
      await bookedUnits(`chain.${CHAIN_ID}`, CURRENCY),
    ]
    const chain = new ModelChain(walletIds)
    for (const one of moves) await chain.play(one)
    // Arrivals whose first booking failed are due again at this time.
    const later = () => workerAt(new Date(Date.now() + STEP_MS))
    // Finally books, ends and decides everything.
    for (let round = 0; round < 50; round++) {
      await advanceArrivals(later())
      await chain.end(1, false)
      if (!(await chain.decide(0, 1))) break
    }
    await advanceArrivals(later())
    expect(atAddresses - (await bookedUnits(`chain.${CHAIN_ID}_deposits`, CURRENCY))).toBe(
      chain.held.reduce((a, b) => a + b, 0n),
    )
    expect(atTreasury - (await bookedUnits(`chain.${CHAIN_ID}`, CURRENCY))).toBe(chain.treasury)
    expect(await ledgerDrift(db())).toEqual([])
  }
  await fc.assert(fc.asyncProperty(fc.array(move, { maxLength: 20 }), run), {
    seed: 20_261_123,
    ...propertyRuns(20, 125),
  })
})
