import { PublicKey, SystemProgram } from '@solana/web3.js'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tokenSteps, transactions } from '@/db/schema'
import { faucetKeypair } from '@/packages/solana-rpc/airdrop'
import { tokenView } from '@/schemas/tokens/contract'
import { operationView } from '@/schemas/tokens/operations/contract'
import { workerCtx } from '@/server/ctx'
import { openSolanaTokenWorld, SOLANA_ASSET, type SolanaTokenWorld } from './solana-token-world.test-data'

let world: SolanaTokenWorld
beforeAll(async () => {
  world = await openSolanaTokenWorld()
})
afterAll(() => world.close())

test('a canceled deployment fails, and its token with it', async () => {
  const issued = await world.issue({ ...SOLANA_ASSET, ticker: 'CANCEL' })
  const { id, operationRef } = tokenView.parse(issued.data)
  const { db } = workerCtx()
  const [step] = await db.select().from(tokenSteps).where(eq(tokenSteps.operationId, operationRef))
  await db
    .update(transactions)
    .set({ cancelRequestedAt: new Date() })
    .where(and(eq(transactions.id, step?.transactionId ?? ''), eq(transactions.stage, 'queued')))
  for (let turns = 0; turns < 5; turns += 1) await world.turn()
  const { data } = await world.client.get(`/v1/tokens/${id}/operations/${operationRef}`)
  expect(operationView.parse(data)).toMatchObject({ status: 'FAILED', code: 'transaction_failed' })
  expect((await world.read(id)).status).toBe('FAILED')
})

test('lamports at the future address of a mint do not prevent its creation', async () => {
  const issued = await world.issue({ ...SOLANA_ASSET, ticker: 'GIFT' })
  const { id, contractAddress } = tokenView.parse(issued.data)
  const toPubkey = new PublicKey(contractAddress)
  const lamports = 1_000_000
  await world.solana.run([SystemProgram.transfer({ fromPubkey: faucetKeypair().publicKey, toPubkey, lamports })])
  for (let turns = 0; turns < 20 && (await world.read(id)).status === 'PENDING'; turns += 1) await world.turn()
  expect((await world.read(id)).status).toBe('ACTIVE')
})
