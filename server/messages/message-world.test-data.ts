import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Hex } from 'viem'
import { auditLog, chainTokens, idempotencyKeys, policies, signatures, signingRequests } from '@/db/schema'
import { forgetCaches } from '@/server/changing-cache'
import { inWorker, workerCtx } from '@/server/ctx'
import { newWallet } from '@/server/testing/new-wallet'
import { walletClient } from '@/server/testing/wallet-client'

export const CHAIN_ID = 84_532
export const CONTRACT = '0x00000000000000000000000000000000000000AA'
export const SPENDER = '0x52908400098527886E0F7030069857D2E4169EE7'

/** Typed data that moves nothing, with the fields that a test changes. */
export const login = (domain: object = {}) => ({
  domain: { name: 'Example', chainId: CHAIN_ID, verifyingContract: CONTRACT, ...domain },
  types: { Login: [{ name: 'nonce', type: 'uint256' }] },
  primaryType: 'Login',
  message: { nonce: '1' },
})

const PERMIT_FIELDS = [
  { name: 'owner', type: 'address' },
  { name: 'spender', type: 'address' },
  { name: 'value', type: 'uint256' },
  { name: 'nonce', type: 'uint256' },
  { name: 'deadline', type: 'uint256' },
]
const inDays = (days: number) => String(Math.floor(Date.now() / 1_000) + days * 86_400)

/** A permit of EIP-2612 for a token. */
export const permit = (owner: string, message: object = {}, verifyingContract: string = CONTRACT) => ({
  domain: { name: 'Token', version: '1', chainId: CHAIN_ID, verifyingContract },
  types: { Permit: PERMIT_FIELDS },
  primaryType: 'Permit',
  message: { owner, spender: SPENDER, value: '5', nonce: '0', deadline: inDays(1), ...message },
})

/** A business that signs messages. */
export async function openMessageWorld() {
  const client = await walletClient()
  const { businessId, projectId } = client.tenant
  const { address } = await newWallet(client.tenant)
  return {
    client,
    /** The wallet with index 0. */
    address: address as Hex,
    sign: (message: object, key: string = randomUUID()) =>
      client.post('/v1/wallet/hd/sign-message', { addressIndex: 0, ...message }, key),
    signTyped(typedData: object) {
      return this.sign({ kind: 'typedData', typedData })
    },
    async setPolicy(rules: Partial<typeof policies.$inferInsert>, scope: string | null = projectId) {
      await inWorker(({ db }) =>
        db.insert(policies).values({ businessId, projectId: scope, updatedBy: 'test', ...rules }),
      )
      forgetCaches()
    },
    /** The numbers of rows that signing writes, by table. */
    async written() {
      const { db } = workerCtx()
      const of = (table: typeof auditLog | typeof idempotencyKeys | typeof signatures | typeof signingRequests) =>
        db.$count(table, eq(table.businessId, businessId))
      return Promise.all([of(auditLog), of(idempotencyKeys), of(signatures), of(signingRequests)])
    },
    audited: () =>
      workerCtx().db.select().from(auditLog).where(eq(auditLog.businessId, businessId)).orderBy(auditLog.seq),
    async addToken(address: string) {
      const token = { chainId: CHAIN_ID, address, symbol: 'TST', decimals: 6 }
      await inWorker(({ db }) => db.insert(chainTokens).values(token))
      forgetCaches()
    },
  }
}
export type MessageWorld = Awaited<ReturnType<typeof openMessageWorld>>
