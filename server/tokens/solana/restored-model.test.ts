import { and, eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { tokenOperations, transactions } from '@/db/schema'
import { workerCtx } from '@/server/ctx'
import {
  assertHistories,
  plain,
  RESTORE_STEP_WEIGHT,
  restoreStep,
} from '@/server/engine/recovery/restore-histories.test-data'
import { driftOf } from '@/server/ledger/holder.test-data'
import { isRecovering } from '@/server/recovery/is-recovering'
import { runEngine } from '@/server/testing/local-solana'
import { proofTimeout } from '@/server/testing/proof'
import { watchTokens } from '@/server/tokens/follow/watch-tokens'
import { advanceOperations } from '@/server/tokens/operations/advance-operations'
import { applyTokenDates } from '@/server/tokens/payouts/apply-token-dates'
import { openRestorable } from '@/server/tokens/restorable-world.test-data'
import { askNew, type BondClient, judgeExecuted, newBondClient, payNext, repeatAll } from './restored-bond.test-data'
import { openSolanaTokenWorld } from './solana-token-world.test-data'

const SLOTS = 200
const DAY_MS = 86_400_000
const MAX_TURNS = 20

const on = openRestorable(openSolanaTokenWorld)
const { restores } = on

const who = fc.nat(2)
const moving = fc.constantFrom('mint' as const, 'mint' as const, 'burn' as const, 'move' as const)
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: moving, who, tokens: fc.constantFrom<number>(1, 2) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('freeze' as const), who, isOn: fc.boolean() }) },
  { weight: 1, arbitrary: fc.constant({ do: 'batch' as const }) },
  { weight: 4, arbitrary: fc.constant({ do: 'pay' as const }) },
  { weight: 3, arbitrary: fc.constant({ do: 'repeat' as const }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('travel' as const), days: fc.constantFrom<number>(1, 31) }) },
  { weight: 3, arbitrary: fc.constant({ do: 'send' as const }) },
  { weight: 2, arbitrary: fc.constant({ do: 'follow' as const }) },
  { weight: 4, arbitrary: fc.constant({ do: 'work' as const }) },
  { weight: RESTORE_STEP_WEIGHT, arbitrary: restoreStep },
)
type Step = (typeof step extends fc.Arbitrary<infer T> ? T : never) | { do: 'issue' | 'register' }

const issued: Step[] = plain('issue', 'work', 'register', 'work', 'batch', 'work')
const travel = (days: number): Step => ({ do: 'travel', days })
const steps = fc
  .tuple(
    fc.nat(5),
    fc.array(step, { maxLength: 3 }),
    fc.array(step, { minLength: 2, maxLength: 6 }),
    fc.array(step, { maxLength: 4 }),
  )
  .map(([chance, before, lost, after]): Step[] => {
    const issuing =
      chance === 0 ? [...plain('backup'), ...issued] : [...issued, travel(31), ...before, ...plain('backup')]
    return [...issuing, ...lost, ...plain('restore'), ...after]
  })

const freeze = (nth: number, isOn: boolean): Step => ({ do: 'freeze', who: nth, isOn })
const move = (nth: number): Step => ({ do: 'move', who: nth, tokens: 2 })

/** Histories in which a restored backup lacks what a repeated request would do again. */
const HISTORIES: Step[][] = [
  // The backup lacks the bond and its holders, one of them frozen.
  [...plain('backup'), ...issued, freeze(1, true), ...plain('work', 'restore', 'follow', 'end', 'repeat', 'work')],
  // It lacks a payment, and calls that differ now: a batch left out a wallet that was thawed since, and an account was
  // frozen after a movement.
  [
    ...[...issued, freeze(2, true), ...plain('work', 'backup', 'batch', 'work'), freeze(2, false), ...plain('work')],
    ...[move(1), ...plain('work'), freeze(1, true), ...plain('work'), travel(31), ...plain('pay', 'work')],
    ...plain('restore', 'end', 'pay', 'follow', 'pay', 'repeat', 'work'),
  ],
]

async function play(client: BondClient, one: Step): Promise<void> {
  switch (one.do) {
    case 'issue':
    case 'register':
    case 'batch':
      return askNew(client, { what: one.do })
    case 'mint':
    case 'burn':
    case 'move':
      return askNew(client, { what: one.do, who: one.who, tokens: one.tokens })
    case 'freeze':
      return askNew(client, { what: 'freeze', who: one.who, isOn: one.isOn })
    case 'pay':
      return payNext(client)
    case 'repeat':
      return repeatAll(client)
    case 'travel':
      await on.world.travelTo(new Date(Date.now() + one.days * DAY_MS).toISOString())
      return void (await applyTokenDates(workerCtx()))
    case 'send':
      return void (await runEngine())
    case 'follow':
      return on.world.follow()
    case 'work':
      return work(client)
    case 'backup':
      return restores.backup()
    case 'restore':
      return void (await restores.restore())
    case 'end':
      return restores.end(() => on.world.solana.control('advanceSlots', SLOTS))
    default:
      return one satisfies never
  }
}

async function work({ id }: BondClient): Promise<void> {
  const isOpen = and(eq(tokenOperations.tokenId, id), eq(tokenOperations.status, 'PENDING'))
  for (let turn = 0; turn < MAX_TURNS; turn += 1) {
    await runEngine()
    await on.world.solana.control('advanceSlots', 8)
    await on.world.follow()
    await advanceOperations(workerCtx())
    if ((await isRecovering()) || (await workerCtx().db.$count(tokenOperations, isOpen)) === 0) return
  }
}

async function judge(client: BondClient): Promise<void> {
  await play(client, { do: 'end' })
  for (let turn = 0; turn < 2; turn += 1) {
    await repeatAll(client)
    await work(client)
  }
  await judgeExecuted(client)
  const { db } = workerCtx()
  const open = and(eq(tokenOperations.tokenId, client.id), eq(tokenOperations.status, 'PENDING'))
  expect(await db.select().from(tokenOperations).where(open)).toEqual([])
  expect(await db.$count(transactions, eq(transactions.status, 'PENDING'))).toBe(0)
  expect(await watchTokens(workerCtx())).toBe(0)
  expect(await driftOf(on.world.client.tenant)).toEqual([])
}

test('after restores at any point a bond on Solana has moved each unit and paid each coupon once', {
  timeout: proofTimeout(600_000),
}, async () => {
  await assertHistories({ steps, histories: HISTORIES, drawn: 0, long: 40 }, async (played) => {
    await restores.begin()
    vi.useRealTimers()
    await on.world.client.signInAgain()
    await on.world.backToday()
    const client = await newBondClient(on.world)
    for (const one of played) await play(client, one)
    await judge(client)
  })
})
