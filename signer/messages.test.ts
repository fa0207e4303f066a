import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '@/db/new-id'
import { policies, signatures, signingRequests, wallets } from '@/db/schema'
import { inTenant, type Tenant, workerCtx } from '@/server/ctx'
import { callSigner } from '@/server/custody/remote/call-signer'
import { prepareMessage } from '@/server/messages/prepare-message'
import { signMessage } from '@/server/messages/sign-message'
import { createTenant } from '@/server/testing/create-tenant'
import { newWallet } from '@/server/testing/new-wallet'
import { openDatabase } from '@/server/testing/open-database'
import { startSigner } from '@/server/testing/start-signer'

const CHAIN_ID = 84_532
const CONTRACT = '0x00000000000000000000000000000000000000AA'

const database = openDatabase({ hasSigner: true })
let running: Awaited<ReturnType<typeof startSigner>>
let tenant: Tenant

beforeAll(async () => {
  running = await startSigner(database.url)
  tenant = await createTenant()
})
afterAll(() => running.stop())

const LOGIN = {
  domain: { name: 'Example', chainId: CHAIN_ID, verifyingContract: CONTRACT },
  types: { Login: [{ name: 'nonce', type: 'uint256' }] },
  primaryType: 'Login',
  message: { nonce: '1' },
}
const PERMIT = {
  ...LOGIN,
  types: { Permit: [{ name: 'spender', type: 'address' }] },
  primaryType: 'Permit',
  message: { spender: CONTRACT },
}
const UNKNOWN_CHAIN = { ...LOGIN, domain: { ...LOGIN.domain, chainId: 4 } }

async function walletOf(chainType: 'EVM' | 'SOLANA') {
  const { address } = await newWallet(tenant, chainType)
  const [row] = await workerCtx().db.select().from(wallets).where(eq(wallets.address, address))
  if (!row) throw new Error('no wallet')
  return row
}

test.each([
  ['a text', { kind: 'text', text: 'Sign in to example.com' }],
  ['typed data', { kind: 'typedData', typedData: LOGIN }],
  ['a Solana text', { kind: 'solanaOffchain', text: 'Sign in to example.com' }],
] as const)('the signer signs %s by the id of its row, and notes it', async (_name, message) => {
  const { addressIndex, address } = await walletOf(message.kind === 'solanaOffchain' ? 'SOLANA' : 'EVM')
  const prepared = await prepareMessage(tenant, { ...message, addressIndex })
  const signed = await inTenant(tenant, (ctx) => signMessage(ctx, prepared))
  const [noted] = await workerCtx().db.select().from(signatures).where(eq(signatures.requestId, prepared.id))
  expect(noted).toMatchObject({ reason: 'request', address, txHash: signed.signature })
  expect(noted?.chainId).toBe(message.kind === 'typedData' ? CHAIN_ID : null)
})

/**
 * Writes a signing request with the app's database role and sends it to the signer; the app itself may refuse such a
 * message.
 */
async function askFor(message: object, change: object = {}) {
  const wallet = await walletOf('EVM')
  const row = {
    ...{ id: newId(), businessId: tenant.businessId, projectId: tenant.projectId, walletId: wallet.id },
    ...{ kind: 'message' as const, requestedBy: `key:${newId()}` },
    serialized: new Uint8Array(Buffer.from(JSON.stringify(message))),
    ...change,
  }
  await workerCtx().db.insert(signingRequests).values(row)
  return callSigner('signMessage', { requestId: row.id })
}

const OPERATION = { ...LOGIN, domain: { ...LOGIN.domain, name: 'SlipwayDelegate' } }

const NOT_FOUND = { code: 'not_found' }

test.each<[string, object, object, object]>([
  ['a digest', { kind: 'bytes', bytes: `0x${'ab'.repeat(32)}` }, {}, { reason: 'raw_digest' }],
  ['a permit', { kind: 'typedData', typedData: PERMIT }, {}, { reason: 'message_moves_money' }],
  ['what is for a delegate', { kind: 'typedData', typedData: OPERATION }, {}, { reason: 'message_moves_money' }],
  [
    'typed data of an unknown chain',
    { kind: 'typedData', typedData: UNKNOWN_CHAIN },
    {},
    { reason: 'chain_unavailable' },
  ],
  ['a message of the other family', { kind: 'solanaOffchain', text: 'x' }, {}, NOT_FOUND],
  ['what is no message', { kind: 'digest' }, {}, { message: expect.stringContaining('cannot be read') }],
  ['a row that is old', { kind: 'text', text: 'x' }, { createdAt: new Date(Date.now() - 3_600_000) }, NOT_FOUND],
  ['a row of another business', { kind: 'text', text: 'x' }, { businessId: newId() }, NOT_FOUND],
  ['a transaction under the name of a message', { kind: 'text', text: 'x' }, { kind: 'transaction' }, NOT_FOUND],
])('the signer itself refuses %s', async (_name, message, change, error) => {
  const before = await workerCtx().db.$count(signatures)
  await expect(askFor(message, change)).rejects.toMatchObject(error)
  expect(await workerCtx().db.$count(signatures)).toBe(before)
})

test('it refuses texts under a policy that limits anything, and all of a suspended business', async () => {
  const { db } = workerCtx()
  const { businessId } = tenant
  const text = { kind: 'text', text: 'x' }
  await expect(askFor(text)).resolves.toBeDefined()
  await db.insert(policies).values({ businessId, projectId: null, perTransactionMicros: 1n, updatedBy: 'test' })
  await expect(askFor(text)).rejects.toMatchObject({ reason: 'policy_unreadable' })
  await db.delete(policies).where(eq(policies.businessId, businessId))
  await db.execute(sql`update businesses set status = 'suspended' where id = ${businessId}`)
  await expect(askFor(text)).rejects.toMatchObject(NOT_FOUND)
})
