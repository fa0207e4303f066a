import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { auditLog, proposals } from '@/db/schema'
import type { ExceptionPage } from '@/schemas/exceptions/contract'
import { EXCEPTION_KINDS, type ExceptionKind } from '@/schemas/exceptions/words'
import { workerCtx } from '@/server/ctx'
import { ledgerDrift } from '@/server/ledger/ledger-drift'
import { openDatabase } from '@/server/testing/open-database'
import { newOperator, type Operator } from '@/server/testing/operator-calls'
import { mutatePortal, newPortalCaller, type PortalCaller } from '@/server/testing/portal-caller'
import { DECISIONS, type Decision } from './decisions.test-data'
import { type ExceptionWorld, openExceptionWorld, type Size, type Waiting } from './exception-world.test-data'

openDatabase()
const db = () => workerCtx().db
let world: ExceptionWorld
let ada: Operator
let ben: Operator
let strangers: PortalCaller[]
beforeAll(async () => {
  world = await openExceptionWorld()
  const { businessId } = world.payer
  strangers = [await newPortalCaller({ platformRole: 'support' }), await newPortalCaller({ businessId, role: 'owner' })]
})
afterAll(() => world.close())
beforeEach(async () => {
  // What one person cleared alone counts for a day.
  await db().delete(proposals)
  ada = await newOperator()
  ben = await newOperator()
})

type Row = { kind: ExceptionKind; name: string; decision: Decision; size: Size; people: 1 | 2 }

/** Every decision of every kind, below and above the limit where the kind has both. */
const ROWS: Row[] = EXCEPTION_KINDS.flatMap((kind) =>
  Object.entries(DECISIONS[kind].decisions).flatMap(([name, decision]): Row[] => {
    if (decision.people === 'joins') return [{ kind, name, decision, size: 'above', people: 2 }]
    const { below, above } = decision.people
    return [
      ...(below ? [{ kind, name, decision, size: 'below' as const, people: below }] : []),
      ...(above ? [{ kind, name, decision, size: 'above' as const, people: above }] : []),
    ]
  }),
)

const make = ({ kind, decision, size }: Row) => (decision.make ?? DECISIONS[kind].make)(world, size, ada)
const say = (who: Operator, { decision }: Row, waiting: Waiting) =>
  who.mutate(decision.path, decision.input(waiting, world))
async function isListed({ kind }: Row, { id }: Waiting): Promise<boolean> {
  const { items, total } = await ada.ask<ExceptionPage>('exceptions.list', { kind, search: id })
  expect(items.map((one) => [one.kind, one.id])).toEqual(total === 0 ? [] : [[kind, id]])
  return total === 1
}
const effects = async ({ decision }: Row) =>
  (await db().select().from(auditLog)).filter(({ action }) => action === decision.action).length

const isProposal = (value: unknown) => JSON.stringify(value) === '{"state":"proposed"}'

test('a decision of every kind is in the table, and both sizes of those that depend on the value', () => {
  expect(ROWS.length).toBeGreaterThan(30)
  expect(new Set(ROWS.map(({ kind }) => kind))).toEqual(new Set(EXCEPTION_KINDS))
})

test.each(ROWS)('$kind: $name, $size the limit, takes $people', async (row) => {
  const waiting = await make(row)
  expect(await isListed(row, waiting)).toBe(true)
  for (const stranger of strangers) {
    const input = row.decision.input(waiting, world)
    const { status } = await mutatePortal(stranger, { path: row.decision.path, input, key: randomUUID() })
    expect(status).toBe(403)
  }
  const before = await effects(row)
  if (row.people === 2) {
    if (row.decision.people !== 'joins') expect(await say(ada, row, waiting)).toEqual({ state: 'proposed' })
    await expect(say(ada, row, waiting)).rejects.toThrow('Another person has to approve')
    expect(await effects(row)).toBe(before)
    expect(await isListed(row, waiting)).toBe(true)
  }
  const [second, other] = row.people === 2 ? [ben, await newOperator()] : [ada, ben]
  const outcomes = await Promise.allSettled([second, other, second].map((who) => say(who, row, waiting)))
  // A repeated recovery of money without deposits is a new proposal, which sends nothing.
  const done = outcomes.filter((one) => one.status === 'fulfilled' && !isProposal(one.value))
  if (row.decision.isQuestion) {
    expect(done).toHaveLength(3)
    expect(await isListed(row, waiting)).toBe(true)
  } else {
    expect([done.length, await effects(row)]).toEqual([1, before + 1])
    expect(await isListed(row, waiting)).toBe(false)
    await say(other, row, waiting).catch(() => null)
    expect(await effects(row)).toBe(before + 1)
  }
  expect(await ledgerDrift(db())).toEqual([])
})
