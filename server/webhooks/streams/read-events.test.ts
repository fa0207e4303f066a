import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newId } from '@/db/new-id'
import { projectEvents } from '@/db/schema'
import { inWorker, workerCtx } from '@/server/ctx'
import { createTenant } from '@/server/testing/create-tenant'
import { openDatabase } from '@/server/testing/open-database'
import { propertyRuns } from '@/server/testing/proof'
import { publishEvents } from '@/server/webhooks/destinations/publish-events'
import { type Position, readEvents, readHorizon } from './read-events'
import { claimSlot } from './stream-slots'
import { publishing } from './stream-world.test-data'

openDatabase()

/** A promise and what resolves it. */
function newGate(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {}
  const promise = new Promise<void>((open) => {
    resolve = open
  })
  return { promise, resolve: () => resolve() }
}

const ORDERS = [0, 1, 2].flatMap((first) =>
  [0, 1, 2].flatMap((second) => (first === second ? [] : [[first, second, 3 - first - second]])),
)
const KEPT = Array.from({ length: 8 }, (_, bits) => [1, 2, 4].map((bit) => (bits & bit) !== 0))
/** Each order of three commits with each choice of those that are kept. */
const CASES = ORDERS.flatMap((order) => KEPT.map((isKept): [number[], boolean[]] => [order, isKept]))

test('events that commit in any order, beside readers, are read once each and none is passed over', async () => {
  const project = await createTenant()
  await claimSlot(project, newId())
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray([0, 1, 2], { minLength: 3 }),
      fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
      async (order, isKept) => {
        // Only this case's events are read: those before it would make the many cases of the long form quadratic.
        const start = await readHorizon(project)
        const written: string[] = []
        // All write in their order before the first of them commits.
        const gates = order.map(() => newGate())
        const works: Promise<unknown>[] = []
        for (const [n, gate] of gates.entries()) {
          const wrote = newGate()
          const one = publishing(project, n, 'payment.settled')
          const work = inWorker(async ({ db }) => {
            await publishEvents(db, [one], new Date())
            wrote.resolve()
            await gate.promise
            if (!isKept[n]) throw new Error('undone')
          })
          works.push(
            work.then(
              () => written.push(one.sourceId),
              () => {},
            ),
          )
          await wrote.promise
        }
        let position: Position = start
        const read: string[] = []
        const poll = async () => {
          const { events, isHeld } = await readEvents(project, { position, kinds: null, limit: 2 })
          for (const event of events) {
            read.push(event.id)
            position = event
          }
          return isHeld || events.length > 0
        }
        for (const n of order) {
          gates[n]?.resolve()
          await works[n]
          await poll()
        }
        // Transactions of other suites hold the horizon too.
        while (await poll()) await pause(20)
        const rows = await workerCtx().db.select().from(projectEvents)
        const mine = rows.filter(({ projectId, xact }) => projectId === project.projectId && xact >= BigInt(start.xact))
        expect(read.toSorted()).toEqual(mine.map(({ id }) => id).toSorted())
        expect(written.every((sourceId) => mine.some((row) => row.sourceId === sourceId))).toBe(true)
      },
    ),
    // Every case once: each waits until all transactions of the cluster that were open have ended.
    { ...propertyRuns(CASES.length), examples: CASES },
  )
})
