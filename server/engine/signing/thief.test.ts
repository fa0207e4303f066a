import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { newId } from '@/db/new-id'
import { transactionAttempts, transactions } from '@/db/schema'
import type { Chain } from '@/server/chains/registry'
import { openDatabase } from '@/server/testing/open-database'
import { propertyRuns } from '@/server/testing/proof'
import { signer } from './signer'
import { DECISIONS, HARMLESS, THEFTS } from './thief.test-data'
import { attempt, expectAsked, openThiefWorld } from './thief-world.test-data'

openDatabase()
let chain: Chain
beforeAll(async () => {
  chain = (await openThiefWorld()).chain
})

const decision = fc.constantFrom(...Object.keys(DECISIONS))
const thefts = fc.subarray(Object.keys(THEFTS), { maxLength: 2 })
const changes = fc.subarray(Object.keys(HARMLESS), { maxLength: 2 })

test('a stolen engine gets signatures only for what the rows allow', async () => {
  await fc.assert(
    fc.asyncProperty(decision, changes, thefts, async (decided, harmless, stolen) => {
      const asked = await attempt()
      for (const name of harmless) await HARMLESS[name]?.(asked)
      // A policy that is saved later does not judge the row, so it is tried apart from the policy that does.
      const isJudged = !harmless.includes('a policy of now forbids what was accepted before')
      const tried = stolen.filter((name) => isJudged || !/policy|price|recipient|call/.test(name))
      for (const name of tried) await THEFTS[name]?.(asked)
      await DECISIONS[decided]?.trick(asked)
      await expectAsked(asked, (DECISIONS[decided]?.allows ?? false) && tried.length === 0)
    }),
    propertyRuns(60, 2_000),
  )
})

test.each(Object.entries(THEFTS))('signs nothing where %s', async (_name, trick) => {
  const asked = await attempt()
  await trick(asked)
  await expectAsked(asked, false)
})

test('signs an amount above the threshold after a second person approved it', async () => {
  const asked = await attempt()
  await asked.db.update(transactions).set({ valueUsdMicros: 51_000_000n }).where(eq(transactions.id, asked.row.id))
  await expectAsked(asked, false)
  await DECISIONS['it was approved']?.trick(asked)
  await expectAsked(asked, true)
})

test('a trial leaves no signature behind', async () => {
  const asked = await attempt()
  const lanes = await signer().signLanes({ chainId: chain.chainId, isTrial: true, orders: [asked.order] })
  expect(lanes).toEqual({ stored: [], failed: [] })
  await expectAsked(asked, true)
})

test('two signers asked for the same transaction at once produce one signature', async () => {
  const asked = await attempt()
  const order = { chainId: chain.chainId, isTrial: false, orders: [asked.order] }
  const outcomes = await Promise.allSettled(Array.from({ length: 4 }, () => signer().signLanes(order)))
  const signed = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value.stored : []))
  const after = await asked.db
    .select()
    .from(transactionAttempts)
    .where(eq(transactionAttempts.transactionId, asked.row.id))
  expect(after.map(({ txHash }) => txHash)).toEqual(signed.map(({ txHash }) => txHash))
  expect(after).toHaveLength(1)
})

test('a nonce that was signed once is not signed again, for the same transaction or another', async () => {
  const first = await attempt()
  const second = { ...first, row: { ...first.row, id: newId() } }
  await first.db.insert(transactions).values(second.row)
  const [terms] = first.order.send
  if (!terms) throw new Error('nothing is ordered')
  second.order = { ...first.order, send: [{ ...terms, transactionId: second.row.id }] }
  await expectAsked(first, true)
  await expectAsked(first, false)
  await expectAsked(second, false)
  const [row] = await first.db.select().from(transactions).where(eq(transactions.id, second.row.id))
  expect(row).toMatchObject({ stage: 'queued', nonce: null })
})
