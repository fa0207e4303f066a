import { expect, test } from 'vitest'
import { inTenant, inWorker } from '@/server/ctx'
import { takeNetworkViolations } from '@/server/database/network-guard'
import { createTenant } from '@/server/testing/create-tenant'
import { openDatabase } from '@/server/testing/open-database'
import { openBusinessSeed } from './open-business-seed'
import { forgetSeeds } from './open-seed'
import { sealSecret, unsealSecret } from './secrets'

openDatabase()

const USE = { purpose: 'test', owner: 'o1' }
const REFUSED = /^(a key-encryption key|opening a seed) inside a database transaction$/

test('no key seals or opens anything inside a transaction', async () => {
  const sealed = await sealSecret(USE, new Uint8Array(32))
  const tenant = await createTenant()
  await openBusinessSeed(tenant.businessId, [])
  forgetSeeds()
  const works: (() => Promise<unknown>)[] = [
    () => sealSecret(USE, new Uint8Array(32)),
    () => unsealSecret(USE, sealed),
    () => openBusinessSeed(tenant.businessId, []),
  ]
  for (const work of works) {
    await expect(inWorker(work)).rejects.toThrow(REFUSED)
    await expect(inTenant(tenant, work)).rejects.toThrow(REFUSED)
    await work()
    forgetSeeds()
  }
  expect(takeNetworkViolations().sort()).toEqual(['a key-encryption key', 'opening a seed'])
})
