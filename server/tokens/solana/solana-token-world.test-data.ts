import { randomUUID } from 'node:crypto'
import { PublicKey } from '@solana/web3.js'
import { vi } from 'vitest'
import { claimCursor, releaseCursor } from '@/server/chains/cursor'
import { FIRST_RANGE } from '@/server/chains/follow/range-size'
import { associatedAccount } from '@/server/chains/solana/associated-account'
import { PROGRAMS } from '@/server/chains/solana/programs'
import { workerCtx } from '@/server/ctx'
import { CLUSTER_ID, runPump, startLocalSolana } from '@/server/testing/local-solana'
import { newWallet } from '@/server/testing/new-wallet'
import { requireChain } from '@/server/testing/require-chain'
import { testDatabase } from '@/server/testing/test-database'
import { type Answer, walletClient } from '@/server/testing/wallet-client'
import { tokenView } from '../contract'
import { followTokens } from '../follow/follow-tokens'
import { carryOperations } from '../operations/carry-operations'
import { type OperationView, operationView } from '../operations/contract'
import { keepTokens } from '../payouts/keep-tokens'

// Before any test of a file is known: each has what is set then.
vi.setConfig({ testTimeout: 240_000 })

export const SOLANA_ASSET = {
  ticker: 'ACME',
  name: 'Acme fund',
  price: 1,
  chain: 'SOL',
  chainId: CLUSTER_ID,
  decimals: 6,
  assetClass: 'FUND',
  tokenType: 'ASSET',
}

/** A database, a cluster, and a business that issues tokens on it through /v1. */
export async function openSolanaTokenWorld() {
  const database = await testDatabase()
  const solana = await startLocalSolana({ finalizedAfterSlots: 4 })
  const client = await walletClient()
  const ownWallet = async () => (await newWallet(client.tenant, 'SOLANA')).address
  const admin = await ownWallet()

  async function follow(): Promise<void> {
    const owner = randomUUID()
    const key = { chainId: CLUSTER_ID, consumer: 'tokens' as const }
    const cursor = await claimCursor(workerCtx(), key, { owner, seconds: 60 })
    if (!cursor) throw new Error('somebody else follows')
    await followTokens(workerCtx(), await requireChain(CLUSTER_ID), cursor, { range: FIRST_RANGE })
    await releaseCursor(workerCtx(), key, owner)
  }
  async function turn(): Promise<void> {
    await runPump()
    await follow()
    await carryOperations(workerCtx())
  }
  const read = async (tokenId: string) => tokenView.parse((await client.get(`/v1/tokens/${tokenId}`)).data)
  const readOperation = async (tokenId: string, ref: string): Promise<OperationView> =>
    operationView.parse((await client.get(`/v1/tokens/${tokenId}/operations/${ref}`)).data)
  async function ended(tokenId: string, answer: Answer): Promise<OperationView> {
    if (answer.code !== 202) throw new Error(`${answer.code} ${answer.message} ${answer.errors?.join('; ') ?? ''}`)
    const { operationRef } = operationView.parse(answer.data)
    for (let turns = 0; turns < 120; turns += 1) {
      const operation = await readOperation(tokenId, operationRef)
      if (operation.status !== 'PENDING') return operation
      await turn()
    }
    throw new Error('the operation does not end')
  }
  const ask = (tokenId: string, what: string, body: unknown = {}) =>
    client.post(`/v1/tokens/${tokenId}/${what}`, body, randomUUID())
  const issue = (body: object) => client.post('/v1/tokens', { tokenAdmin: admin, ...body }, randomUUID())

  return {
    solana,
    client,
    admin,
    ownWallet,
    turn,
    ended,
    read,
    ask,
    issue,
    keep: () => keepTokens(workerCtx()),
    async active(body: object) {
      const answer = await issue(body)
      if (answer.code !== 201) throw new Error(`${answer.code} ${answer.message} ${answer.errors?.join('; ') ?? ''}`)
      const { id, operationRef } = tokenView.parse(answer.data)
      const operation = await ended(id, { ...answer, code: 202, data: await readOperation(id, operationRef) })
      if (operation.status !== 'COMPLETED') throw new Error(`DEPLOY: ${operation.error}`)
      return read(id)
    },
    async done(tokenId: string, what: string, body: unknown = {}): Promise<OperationView> {
      const operation = await ended(tokenId, await ask(tokenId, what, body))
      if (operation.status !== 'COMPLETED') throw new Error(`${what}: ${operation.error}`)
      return operation
    },
    /** As the cluster has it; null without an account. */
    async onChain(mint: string, owner: string): Promise<{ units: bigint; isFrozen: boolean } | null> {
      const address = new PublicKey(associatedAccount({ owner, mint, programId: PROGRAMS.token2022 }))
      const account = await solana.connection.getAccountInfo(address)
      if (!account) return null
      return { units: account.data.readBigUInt64LE(64), isFrozen: account.data[108] === 2 }
    },
    supplyOf: async (mint: string): Promise<bigint> =>
      BigInt((await solana.connection.getTokenSupply(new PublicKey(mint))).value.amount),
    async close() {
      await solana.stop()
      await database.close()
    },
  }
}
export type SolanaTokenWorld = Awaited<ReturnType<typeof openSolanaTokenWorld>>
