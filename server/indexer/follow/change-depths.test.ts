import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { indexerSubscriptions } from '@/db/schema'
import { workerCtx } from '@/server/ctx'
import { proofTimeout, propertyRuns } from '@/server/testing/proof'
import { transferLog } from './event-chain.test-data'
import { newFollower } from './follow-chain'
import { openFollowWorld } from './follow-world.test-data'

const on = openFollowWorld()
const { forgetAll, subscribe, follow, followDepth, deliver, sent, believed, subscriptionOf } = on

type Change = Partial<typeof indexerSubscriptions.$inferInsert>

async function change(id: string, to: Change): Promise<void> {
  await workerCtx().db.update(indexerSubscriptions).set(to).where(eq(indexerSubscriptions.id, id))
}

/** The depth of the chain's own rule, which `null` also means. */
const OWN = 6
const anyConfirmations = fc.constantFrom(null, 1, 2, 4)
const anyMovement = fc.oneof(
  fc.record({ do: fc.constant('mine' as const), logs: fc.nat(2) }),
  fc.record({ do: fc.constant('read' as const), depth: fc.constantFrom(0, 1, 2, 4) }),
  fc.record({ do: fc.constant('follow' as const) }),
  fc.record({ do: fc.constant('deliver' as const) }),
  fc.record({ do: fc.constant('change' as const), who: fc.nat(2), confirmations: anyConfirmations }),
  fc.record({ do: fc.constant('subscribe' as const), confirmations: anyConfirmations }),
  fc.record({ do: fc.constant('pause' as const), who: fc.nat(2) }),
  fc.record({ do: fc.constant('delete' as const) }),
  fc.record({ do: fc.constant('rebuild' as const), depth: fc.integer({ min: 1, max: OWN - 1 }), again: fc.nat(4) }),
)

test(
  'changes of confirmations at any time lose no event, send none twice and revert those that are gone',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyMovement, { minLength: 6, maxLength: 40 }), async (steps) => {
        await forgetAll()
        on.chain = { ...on.chain, confirmations: OWN }
        on.world.blocks.splice(1)
        on.world.mineMany(OWN)
        // The first two are never paused, so that each event of theirs can be accounted for.
        const ids = [await subscribe(), await subscribe({ confirmations: 2, passDepth: 2 }), await subscribe()]
        const paused = new Set<string>()
        // Followers keep their subscriptions, and nothing notifies them of a change.
        const followers = new Map([0, 1, 2, 4].map((depth) => [depth, newFollower()]))
        for (const step of steps) {
          const id = 'who' in step ? (ids[step.who] ?? '') : ''
          if (step.do === 'mine') on.world.mine(...Array.from({ length: step.logs }, () => transferLog(1n)))
          if (step.do === 'read') await followDepth(step.depth, followers.get(step.depth))
          if (step.do === 'follow') await follow()
          if (step.do === 'deliver') await deliver()
          if (step.do === 'change') await change(id, { confirmations: step.confirmations })
          if (step.do === 'subscribe') {
            const { confirmations } = step
            const fromBlock = BigInt(on.world.blocks.length)
            await subscribe({ confirmations, passDepth: confirmations ?? 0, fromBlock })
          }
          if (step.do === 'pause' && step.who === 2) {
            await change(id, { status: paused.has(id) ? 'active' : 'paused' })
            paused.add(id)
          }
          if (step.do === 'delete') await deleteNewest(ids)
          if (step.do === 'rebuild') {
            const depth = Math.min(on.world.blocks.length - 2, step.depth)
            const lost = on.world.forget(depth)
            for (let n = 0; n < depth; n++) on.world.mine(...(n === 0 ? lost.slice(0, step.again).reverse() : []))
          }
        }
        on.world.mineMany(OWN)
        await follow()
        for (const id of ids.slice(0, 2)) {
          expect((await believed(id)).sort()).toEqual(on.world.standing(1n).sort())
          const messages = await sent(id)
          const words = messages.map(
            ({ payload: { id: event, blockHash, status } }) => `${event} ${blockHash} ${status}`,
          )
          expect(new Set(words).size).toBe(words.length)
          const untried = messages.filter(
            ({ status, attemptCount }) => status === 'failed' && attemptCount === 0,
          ).length
          expect(await subscriptionOf(id)).toMatchObject({ droppedCount: untried })
        }
        // Each event of a paused one was either reported, or counted; never both.
        const [, , third = ''] = ids
        const reported = await sent(third)
        const unreported = on.world.standing(1n).length - new Set(await believed(third)).size
        expect((await subscriptionOf(third))?.droppedCount).toBeGreaterThanOrEqual(unreported)
        expect(reported.filter(({ payload }) => payload.status === 'success').length).toBe(
          new Set(reported.map(({ payload: { id, blockHash } }) => `${id} ${blockHash}`)).size,
        )
      }),
      propertyRuns(8, 100),
    )
  },
  proofTimeout(240_000),
)

/** Deletes the newest subscription that the test created. */
async function deleteNewest(kept: readonly string[]): Promise<void> {
  const rows = await workerCtx().db.select({ id: indexerSubscriptions.id }).from(indexerSubscriptions)
  const newest = rows
    .map(({ id }) => id)
    .filter((id) => !kept.includes(id))
    .sort()
    .at(-1)
  if (newest) await change(newest, { deletedAt: new Date() })
}
