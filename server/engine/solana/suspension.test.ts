import { eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { beforeEach, expect, test } from 'vitest'
import { projects } from '@/db/schema'
import { inOperator, inWorker, type OperatorCtx } from '@/server/ctx'
import { endWaiting } from '@/server/lanes/end-waiting'
import { setProjectStatus } from '@/server/suspension/set-project-status'
import { createTenant } from '@/server/testing/create-tenant'
import { attemptsOf, rowOf, runEngine, SOL, solanaBusiness } from '@/server/testing/local-solana'
import { openSolanaFaultWorld, stageOf } from '@/server/testing/solana-fault-world'
import { someone } from '@/server/testing/solana-world'

const world = openSolanaFaultWorld()
let wallet: string

beforeEach(async () => {
  wallet = await world.fundedWallet()
  await inWorker(({ db }) =>
    db.update(projects).set({ status: 'active' }).where(eq(projects.id, world.tenant.projectId)),
  )
})

const as = <T>(work: (ctx: OperatorCtx) => Promise<T>) =>
  inOperator({ actor: { type: 'user', id: v7(), name: 'Ope' }, requestId: v7() }, work)
const setProject = (status: 'active' | 'suspended') => {
  const { businessId, projectId } = world.tenant
  return as((ctx) => setProjectStatus(ctx, { businessId, projectId, status }))
}

test('signs nothing for a suspended project and sends the wallet’s transfers of another', async () => {
  const [mine, theirs] = [someone(), someone()]
  const waiting = await world.business.transfer(wallet, mine, '1')
  await setProject('suspended')
  const other = solanaBusiness(await createTenant({ businessId: world.tenant.businessId }))
  const sent = await other.transfer(wallet, theirs, '1')
  expect(await runEngine()).toEqual({ unfinished: false })
  expect(await rowOf(waiting)).toMatchObject({ status: 'PENDING', stage: 'queued', txHash: null })
  expect(await rowOf(sent)).toMatchObject({ status: 'COMPLETED' })
  await setProject('active')
  await runEngine()
  expect(await rowOf(waiting)).toMatchObject({ status: 'COMPLETED' })
  expect(await world.solana.balance(mine)).toBe(SOL)
})

/** A transfer that is sent and lost: no node has it, and it cannot land once its blockhash is invalid. */
async function expiredWhileSuspended(recipient: string): Promise<string> {
  await world.solana.control('dropTransactions', 1_000)
  const id = await world.business.transfer(wallet, recipient, '1')
  const run = runEngine()
  await stageOf(id).toBe('broadcast')
  await setProject('suspended')
  await world.solana.control('expireBlockhashes')
  await stageOf(id).toBe('queued')
  expect(await run).toEqual({ unfinished: false })
  await world.solana.control('dropTransactions', 0)
  expect(await attemptsOf(id)).toHaveLength(1)
  return id
}

test('a transfer that expired during a suspension is signed only after the project is resumed', async () => {
  const recipient = someone()
  const id = await expiredWhileSuspended(recipient)
  await runEngine()
  expect(await attemptsOf(id)).toHaveLength(1)
  expect(await world.solana.balance(recipient)).toBe(0n)
  await setProject('active')
  await runEngine()
  expect(await rowOf(id)).toMatchObject({ status: 'COMPLETED' })
  expect(await attemptsOf(id)).toHaveLength(2)
  expect(await world.solana.balance(recipient)).toBe(SOL)
})

test('an operator ends a transfer that expired during a suspension', async () => {
  const recipient = someone()
  const id = await expiredWhileSuspended(recipient)
  const { businessId, projectId } = world.tenant
  expect(await as((ctx) => endWaiting(ctx, { businessId, projectId, reason: 'Fraud' }))).toEqual({ ended: 1, left: 0 })
  await setProject('active')
  await runEngine()
  expect(await rowOf(id)).toMatchObject({ status: 'FAILED', error: 'Cancelled before it was sent' })
  expect(await world.solana.balance(recipient)).toBe(0n)
})

test('a transfer that was sent before the suspension lands', async () => {
  const recipient = someone()
  await world.solana.control('dropTransactions', 1)
  const id = await world.business.transfer(wallet, recipient, '1')
  const run = runEngine()
  await stageOf(id).toBe('broadcast')
  await setProject('suspended')
  await run
  expect(await rowOf(id)).toMatchObject({ status: 'COMPLETED' })
  expect(await attemptsOf(id)).toHaveLength(1)
})
