import { afterAll, beforeAll, expect, it } from 'vitest'
import { forgetCaches } from '@/server/changing-cache'
import type { OperatorCtx } from '@/server/ctx'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'
import { blockAddresses } from '@/server/screening/block-addresses'
import { setBusinessStatus } from '@/server/suspension/set-business-status'
import { setProjectStatus } from '@/server/suspension/set-project-status'
import { type EngineWorld, openEngineWorld, RECIPIENT } from '@/server/testing/engine-world'
import { endRecoveries } from '@/server/testing/open-recovery'
import { takeBackup } from '@/server/testing/restorable-database'
import { beginRestoreRecovery } from '../begin-restore-recovery'
import { asOperator, openStops } from './stop-world.test-data'

const stops = openStops()
let world: EngineWorld
beforeAll(async () => {
  world = await openEngineWorld()
})
afterAll(() => world.close())

const paid = () => world.chain.tokenBalance(RECIPIENT)
const block = (ctx: OperatorCtx, businessId: string) =>
  blockAddresses({ ...ctx, businessId, projectId: null }, { addresses: [RECIPIENT], reason: 'a court order' })

const STOPS: Record<string, (ctx: OperatorCtx) => Promise<unknown>> = {
  'of a suspended business': (ctx) =>
    setBusinessStatus(ctx, { businessId: world.tenant.businessId, status: 'suspended' }),
  'of a suspended project': (ctx) => {
    const { businessId, projectId } = world.tenant
    return setProjectStatus(ctx, { businessId, projectId: projectId ?? '', status: 'suspended' })
  },
  'to an address that its business blocked': (ctx) => block(ctx, world.tenant.businessId),
  'to an address that the platform blocked': (ctx) => block(ctx, PLATFORM_BUSINESS_ID),
}

it.each(Object.keys(STOPS))('sends no waiting transfer %s after the backup', async (what) => {
  const wallet = await world.newWallet(20_000_000n)
  const before = await paid()
  const waiting = await world.transfer(wallet.address, '1')
  const backup = await takeBackup(world.databaseUrl)
  await asOperator(async (ctx) => {
    await STOPS[what]?.(ctx)
  })
  await stops.record()
  await backup.restore()

  await beginRestoreRecovery({ cause: 'rewound', message: 'A backup was restored' })
  await stops.restart()
  await endRecoveries()
  forgetCaches()
  await world.runEngine()
  expect(await world.attemptsOf(waiting.id)).toEqual([])
  expect(await paid()).toBe(before)

  // Without the stop the same transfer is sent: nothing else holds it.
  await backup.restore()
  forgetCaches()
  await world.runUntilEnded(waiting.id)
  expect((await paid()) - before).toBe(1_000_000n)
})
