import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { alarms, workFaults } from '@/db/schema'
import type { Work } from '@/schemas/alarms/words'
import { runWatchers } from '@/server/alarms/run-watchers'
import type { Watcher } from '@/server/alarms/watcher'
import { RpcUnavailableError } from '@/server/chains/rpc'
import { chainOf } from '@/server/chains/testing/chain-of'
import { inOperatorReading, workerCtx } from '@/server/ctx'
import { runEngine } from '@/server/engine/run-engine'
import { openDatabase } from '@/server/testing/open-database'
import { flushWorkFaults } from './flush-work-faults'
import { listWorkFaults } from './list-work-faults'
import { drainWorkFaults, faultOf, recordWorkFault, recordWorkSuccess, runStepWork } from './record-work-fault'

const CHAIN_ID = 84_532
const WORK: Work = { name: 'follow-deposits', of: String(CHAIN_ID), chainId: CHAIN_ID }
const support = { actor: { type: 'system', id: 'test' }, requestId: 'test' } as const
const FAULT = new Error('no endpoint answered https://rpc.example/v2/SECRETSECRET')

openDatabase()
beforeEach(() => void drainWorkFaults())
afterEach(async () => {
  const { db } = workerCtx()
  for (const table of [alarms, workFaults]) await db.delete(table)
})

const fail = async (at: Date, error: unknown = FAULT) => recordWorkFault({ work: WORK }, error, 'the same blocks', at)
const goWell = async (at: Date) => recordWorkSuccess({ work: WORK }, at)
const flush = () => flushWorkFaults(workerCtx())
const listed = async () => (await inOperatorReading(support, listWorkFaults)).items
const at = (seconds: number) => new Date(Date.now() - 60_000 + seconds * 1_000)

test('what work waits for is told with its reason, since when, how often and what is tried next', async () => {
  const [first, last] = [at(1), at(3)]
  for (const moment of [first, at(2), last]) await fail(moment)
  await flush()
  expect(await listed()).toEqual([
    {
      id: `follow-deposits ${CHAIN_ID}`,
      title: 'Reading deposits',
      page: 'chains',
      chainId: CHAIN_ID,
      of: 'Base Sepolia',
      reason: 'no endpoint answered https://rpc.example/…',
      next: 'the same blocks',
      since: first.toISOString(),
      lastAt: last.toISOString(),
      count: 3,
    },
  ])
  await flush()
  expect(await listed()).toMatchObject([{ count: 3 }])
  await fail(at(4), new Error('another'))
  await flush()
  expect(await listed()).toMatchObject([{ reason: 'another', since: first.toISOString(), count: 4 }])
})

test('a success ends it, whichever process had it, and the next fault begins anew', async () => {
  await fail(at(1))
  await flush()
  await goWell(at(2))
  expect(faultOf(WORK)).toBeNull()
  await flush()
  expect(await listed()).toEqual([])
  const again = at(3)
  await fail(again)
  await flush()
  expect(await listed()).toMatchObject([{ since: again.toISOString(), count: 1 }])
})

test('an alarm tells the reason of the work it is about while it is open, and renews it', async () => {
  const cause = { kind: 'deposits_behind', chainId: CHAIN_ID, subject: 'BASE', message: 'behind' } as const
  const other = { ...cause, chainId: 97, subject: 'BSC' }
  const watcher: Watcher = {
    name: 'deposits',
    kinds: ['deposits_behind'],
    works: ['follow-deposits'],
    findCauses: async () => [cause, other],
  }
  const poll = async () => {
    await runWatchers(workerCtx(), [watcher])
    const rows = await workerCtx().db.select().from(alarms).where(eq(alarms.kind, 'deposits_behind'))
    return Object.fromEntries(rows.map(({ subject, reason }) => [subject, reason]))
  }
  expect(await poll()).toEqual({ BASE: null, BSC: null })
  await fail(at(1))
  await flush()
  const { BASE, BSC } = await poll()
  expect(BSC).toBeNull()
  expect(BASE).toMatch(/^Reading deposits failed once, .* UTC: no endpoint answered .*\. Next: the same blocks\.$/)
  expect(BASE).not.toContain('SECRET')
  await goWell(at(2))
  await flush()
  expect(await poll()).toEqual({ BASE: null, BSC: null })
})

test('a worker waits for what its turns meet until each of them went through', async () => {
  const chain = chainOf([{ url: 'http://127.0.0.1:9' }], { chainId: CHAIN_ID })
  const work: Work = { name: 'pump-chain', of: String(CHAIN_ID), chainId: CHAIN_ID }
  const seen: (number | undefined)[] = []
  let turns = 0
  const turn = async () => {
    seen.push(faultOf(work)?.count)
    turns += 1
    if (turns <= 2) throw new RpcUnavailableError('base.example is out of reach')
    return turns < 4
  }
  const ctx = { ...workerCtx(), work }
  await runEngine(ctx, chain, { lingerMs: 0, pollMs: 1, turns: [turn], release: async () => {} })
  expect(seen).toEqual([undefined, 1, 2, undefined])
})

test('outside of work nothing is noted', async () => {
  recordWorkFault({}, FAULT, 'nothing')
  recordWorkSuccess({})
  expect(drainWorkFaults()).toEqual({ faults: [], well: [] })
})

test('steps that overlap note their own faults, and after the last of them nothing is noted', async () => {
  const steps = ['first', 'second', 'third'].map((of): Work => ({ name: 'sweep', of, chainId: null }))
  const [ends, waits] = [steps.map(() => () => {}), steps.map(() => Promise.resolve())]
  steps.forEach((_, index) => {
    waits[index] = new Promise((resolve) => {
      ends[index] = resolve
    })
  })
  const runs = steps.map((work, index) =>
    runStepWork(work, async () => {
      await waits[index]
      recordWorkFault({}, new Error(work.of), 'again')
    }),
  )
  for (const index of [1, 0, 2]) {
    ends[index]?.()
    await runs[index]
  }
  expect(steps.map((work) => faultOf(work)?.reason)).toEqual(['first', 'second', 'third'])
  drainWorkFaults()
  await runStepWork(WORK, async () => {})
  recordWorkFault({}, FAULT, 'nothing')
  expect(drainWorkFaults().faults).toEqual([])
})
