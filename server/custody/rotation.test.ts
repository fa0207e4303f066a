import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { recoverTransactionAddress } from 'viem'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newId } from '@/db/new-id'
import { keyCanaries, projects, signingKeys, walletSeeds, wallets } from '@/db/schema'
import { rewrapEverything } from '@/registry/rewraps'
import { createBusiness } from '@/server/businesses/create-business'
import { inOperator, inTenant, type Tenant, workerCtx } from '@/server/ctx'
import { env } from '@/server/env'
import { signAccessToken, verifyAccessToken } from '@/server/keys/access-token'
import { publishedKeys } from '@/server/keys/signing-keys'
import { createProject } from '@/server/projects/create-project'
import { newWebhookSecret } from '@/server/projects/new-webhook-secret'
import { rotateWebhookSecret } from '@/server/projects/rotate-webhook-secret'
import { first } from '@/server/testing/first'
import { newWallet } from '@/server/testing/new-wallet'
import { openDatabase } from '@/server/testing/open-database'
import { isLongProof } from '@/server/testing/proof'
import { setVariables } from '@/server/testing/set-variables'
import { webhookSecretUse } from '@/server/webhooks/find-keys'
import { deriveKeys } from './derive-keys'
import { openEnvelope } from './envelope'
import { forgetSeeds } from './open-seed'
import { unsealSecret } from './secrets'
import { seedBinding } from './seed-binding'
import { signEvmTransactions } from './sign'
import { type FakeVault, startFakeVault } from './testing/fake-vault'
import { verifyKeks } from './verify-keks'

openDatabase()
let vault: FakeVault
const running = new AsyncLocalStorage<{ CUSTODY_KEK: string }>()
beforeEach(async () => {
  vault = await startFakeVault()
  setVariables({ VAULT_ADDR: vault.url, VAULT_TOKEN: 'static' })
  const get = () => running.getStore()?.CUSTODY_KEK ?? process.env.CUSTODY_KEK
  Object.defineProperty(env(), 'CUSTODY_KEK', { configurable: true, enumerable: true, get })
  for (const table of [wallets, walletSeeds, keyCanaries, signingKeys]) await workerCtx().db.delete(table)
  publishedKeys.forget()
  forgetSeeds()
})
afterEach(async () => {
  await vault.close()
})

const localKey = () => `local:${randomBytes(32).toString('base64')}`
const ROUNDS = isLongProof ? 5 : 1
const PROCESSES = isLongProof ? 4 : 2
const TRANSFER = {
  chainId: 84_532,
  nonce: 0,
  to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  value: 1n,
  data: '0x',
  gas: 21_000n,
  maxFeePerGas: 2n,
  maxPriorityFeePerGas: 1n,
} as const

/** A business with a project, and the webhook secret and the wallet that must stay usable. */
type Customer = { tenant: Tenant & { projectId: string }; address: string; secret: string }

async function newCustomer(): Promise<Customer> {
  const who = { actor: { type: 'system', id: 'test' }, requestId: 'test' } as const
  const newSecret = await newWebhookSecret(newId())
  const businessId = await inOperator(who, async (ctx) => {
    const { id } = await createBusiness(ctx, { name: 'Business' })
    await createProject(ctx, { businessId: id, name: 'Main', newSecret })
    return id
  })
  const tenant = { ...who, businessId, projectId: newSecret.projectId }
  return { tenant, address: (await newWallet(tenant)).address, secret: newSecret.secret }
}

async function rotateSecret(customer: Customer): Promise<void> {
  const newSecret = await newWebhookSecret(customer.tenant.projectId)
  await inTenant(customer.tenant, (ctx) => rotateWebhookSecret(ctx, newSecret))
  customer.secret = newSecret.secret
}

async function expectOpen({ tenant, address, secret }: Customer): Promise<void> {
  const { businessId, projectId } = tenant
  const { db } = workerCtx()
  const seed = first(await db.select().from(walletSeeds).where(eq(walletSeeds.businessId, businessId)))
  const key = { walletId: address, businessId, seedId: seed.id, addressIndex: 0, expectedAddress: address }
  // Bypasses the cache of opened seeds, which all of these processes share.
  const envelope = { sealed: seed.seedSealed, dataKeyWrapped: seed.dataKeyWrapped, kekId: seed.kekId }
  expect(deriveKeys(await openEnvelope(envelope, seedBinding(seed))).evm(0).address).toBe(address)
  const signed = first(await signEvmTransactions(workerCtx(), [{ ...key, transaction: TRANSFER }]))
  const serializedTransaction = `0x02${Buffer.from(signed.raw).toString('hex').slice(2)}` as const
  expect(await recoverTransactionAddress({ serializedTransaction })).toBe(address)
  const project = first(await db.select().from(projects).where(eq(projects.id, projectId)))
  const opened = await unsealSecret(webhookSecretUse(projectId), project.webhookSecretSealed)
  expect(`whsec_${Buffer.from(opened).toString('base64')}`).toBe(secret)
  if (project.webhookSecretPreviousSealed)
    await unsealSecret(webhookSecretUse(projectId), project.webhookSecretPreviousSealed)
  const subject = { businessId, projectId, keyId: newId(), environment: 'live' } as const
  expect(await verifyAccessToken(await signAccessToken(subject))).toMatchObject({ claims: subject })
}

test.each([
  ['another local key', localKey],
  ['a key of Vault', () => 'vault-transit:transit/slipway'],
])(
  'the key-encryption key changes to %s while wallets are made and signed with, and nothing fails',
  async (_, make) => {
    const [former, next] = [localKey(), make()]
    const customers: Customer[] = []
    const processes = Array.from({ length: PROCESSES }, () => ({ kek: former, rounds: 0, restarted: () => {} }))
    let isOver = false

    /** The continuous work of a process; it takes a new CUSTODY_KEK between two rounds, as after a restart. */
    async function run(process: (typeof processes)[number]): Promise<void> {
      while (!isOver) {
        await running.run({ CUSTODY_KEK: process.kek }, async () => {
          const mine = await newCustomer()
          customers.push(mine)
          await rotateSecret(mine)
          await expectOpen(mine)
          const older = first(customers.slice(process.rounds % customers.length))
          await expectOpen(older)
        })
        process.rounds++
        process.restarted()
      }
    }

    const rounds = (process: (typeof processes)[number], count: number) =>
      new Promise<void>((resolve) => {
        const wanted = process.rounds + count
        process.restarted = () => process.rounds >= wanted && resolve()
      })

    /** Rolls a value of CUSTODY_KEK out, one process after the other. */
    async function rollOut(kek: string): Promise<void> {
      for (const process of processes) {
        expect(await running.run({ CUSTODY_KEK: kek }, () => verifyKeks(workerCtx()))).toBeNull()
        process.kek = kek
        await rounds(process, ROUNDS)
      }
    }

    await running.run({ CUSTODY_KEK: former }, () => verifyKeks(workerCtx()))
    const all = Promise.all(processes.map(run))
    const rotation = (async () => {
      await rollOut(`${former},${next}`)
      await rollOut(`${next},${former}`)
      vault.rotate()
      const outcomes = await running.run({ CUSTODY_KEK: `${next},${former}` }, () => rewrapEverything(workerCtx()))
      const refused = outcomes.flatMap((outcome) => outcome[1].refused).join()
      expect(customers.filter(({ tenant }) => refused.includes(tenant.projectId))).toEqual([])
      await rollOut(next)
    })().finally(() => {
      isOver = true
    })
    await Promise.all([all, rotation])
    expect(customers.length).toBeGreaterThanOrEqual(3 * PROCESSES * ROUNDS)
    await running.run({ CUSTODY_KEK: next }, async () => {
      forgetSeeds()
      for (const customer of customers) await expectOpen(customer)
    })
  },
)
