import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import superjson from 'superjson'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { fxRates, ledgerJournals, proposals } from '@/db/schema'
import { inOperator, workerCtx } from '@/server/ctx'
import { createPlatform, unitsOf } from '@/server/ledger/holder.test-data'
import { createTenant } from '@/server/testing/create-tenant'
import { openDatabase } from '@/server/testing/open-database'
import { mutatePortal, newPortalCaller, type PortalCaller } from '@/server/testing/portal-caller'
import { setRate } from '@/server/testing/set-rate'
import { PROPOSAL_MUTATIONS } from '@/transport/proposals/mutations'
import { approveProposal, dropProposal } from './decide-proposal'
import { listProposals } from './list-proposals'

openDatabase()
beforeAll(createPlatform)

const answer = z.object({ result: z.object({ data: z.unknown() }) })
type Caller = PortalCaller
let first: Caller
let second: Caller
let tenant: Awaited<ReturnType<typeof createTenant>>
beforeEach(async () => {
  await setRate(1_550_00000000n)
  await workerCtx().db.delete(proposals)
  first = await newPortalCaller({ platformRole: 'operator' })
  second = await newPortalCaller({ platformRole: 'operator' })
  tenant = await createTenant()
})

const call = (as: Caller, path: string, input: object) => mutatePortal(as, { path, input, key: randomUUID() })
const credit = (as: Caller, amountUsd: string) =>
  call(as, 'ledger.credit', { businessId: tenant.businessId, amountUsd, reason: 'A bank transfer' })
const stateOf = ({ text }: { text: string }): unknown =>
  superjson.deserialize(z.any().parse(answer.parse(JSON.parse(text)).result.data))
const available = () => unitsOf(tenant, 'USD', 'available')
const open = (as: Caller) =>
  inOperator({ actor: { type: 'user', id: as.personId, name: 'Operator' }, requestId: as.personId }, (ctx) =>
    listProposals(ctx, { page: 1 }),
  )
async function only(as: Caller) {
  const { items } = await open(as)
  const [item] = items
  if (!item || items.length > 1) throw new Error(`${items.length} proposals wait`)
  return item
}
const decide = (as: Caller, verb: 'approve' | 'drop', proposalId: string) =>
  call(as, `proposals.${verb}`, { proposalId })

test('a credit below the limit is there at once; all that one person credits in a day counts', async () => {
  expect(stateOf(await credit(first, '600.00'))).toEqual({ state: 'done' })
  // 600 and 46 dollars are above a million naira.
  expect(stateOf(await credit(first, '46.00'))).toEqual({ state: 'proposed' })
  expect(await available()).toBe(600_000_000n)
  expect(stateOf(await credit(second, '46.00'))).toEqual({ state: 'done' })
  expect(await available()).toBe(646_000_000n)
})

test('credits of one person at the same moment do not pass the limit together', async () => {
  const answers = await Promise.all(Array.from({ length: 4 }, () => credit(first, '600.00')))
  expect(answers.map((answer) => JSON.stringify(stateOf(answer))).sort()).toEqual([
    '{"state":"done"}',
    ...Array.from({ length: 3 }, () => '{"state":"proposed"}'),
  ])
  expect(await available()).toBe(600_000_000n)
})

test('a million dollars take two people, and are credited once', async () => {
  expect(stateOf(await credit(first, '1000000.00'))).toEqual({ state: 'proposed' })
  const { id, what, businessName, isOwn } = await only(first)
  expect([what, businessName !== null, isOwn]).toEqual(['Credit $1,000,000.00', true, true])
  expect((await decide(first, 'approve', id)).status).toBe(403)
  expect(await available()).toBe(0n)
  expect((await only(second)).isOwn).toBe(false)
  const answers = await Promise.all([1, 2].map(() => decide(second, 'approve', id)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  expect(await available()).toBe(1_000_000_000_000n)
  const isOurs = eq(ledgerJournals.businessId, tenant.businessId)
  const journals = await workerCtx().db.select().from(ledgerJournals).where(isOurs)
  expect(journals).toMatchObject([{ reason: 'A bank transfer', createdBy: `user:${second.personId}` }])
  expect((await open(first)).items).toEqual([])
})

test('any rate by hand takes two people', async () => {
  const rates = async () => (await workerCtx().db.select().from(fxRates).where(eq(fxRates.source, 'manual'))).length
  const before = await rates()
  const proposed = await call(first, 'fx.proposeManual', { ngnPerUsd: '1560.5', isConfirmed: true })
  expect(stateOf(proposed)).toEqual({ state: 'proposed' })
  const { id, what } = await only(second)
  expect([what, await rates()]).toEqual(['1 USD is ₦1,560.50', before])
  expect((await decide(first, 'approve', id)).status).toBe(403)
  expect((await decide(second, 'approve', id)).status).toBe(200)
  expect(await rates()).toBe(before + 1)
})

test('what was dropped, or proposed more than a day ago, is not done', async () => {
  await credit(first, '5000.00')
  const dropped = await only(first)
  expect((await decide(first, 'drop', dropped.id)).status).toBe(200)
  expect((await decide(second, 'approve', dropped.id)).status).toBe(422)
  await credit(first, '5000.00')
  const { id } = await only(second)
  const who = { actor: { type: 'user', id: second.personId, name: 'Operator' }, requestId: id } as const
  const later = () => new Date(Date.now() + 25 * 3_600_000)
  await expect(
    inOperator(who, (ctx) => approveProposal({ ...ctx, now: later }, { proposalId: id }, PROPOSAL_MUTATIONS)),
  ).rejects.toMatchObject({
    code: 'failed',
  })
  await inOperator(who, (ctx) => dropProposal(ctx, { proposalId: id }))
  expect(await available()).toBe(0n)
})
