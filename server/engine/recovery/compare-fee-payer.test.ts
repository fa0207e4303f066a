import { randomUUID } from 'node:crypto'
import { PublicKey, SystemProgram, TransactionInstruction } from '@solana/web3.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { faucetKeypair } from '@/packages/solana-rpc/airdrop'
import { PROGRAMS } from '@/server/chains/solana/programs'
import { workerCtx } from '@/server/ctx'
import { addLiar } from '@/server/testing/add-liar'
import { CLUSTER_ID, rowOf, runEngine } from '@/server/testing/local-solana'
import { requireChain } from '@/server/testing/require-chain'
import { takeBackup } from '@/server/testing/restorable-database'
import { openSolanaWorld, type SolanaWorld, someone } from '@/server/testing/solana-world'
import { compareFeePayer } from './compare-fee-payer'

const PAGE = 1_000

let world: SolanaWorld
beforeAll(async () => {
  world = await openSolanaWorld()
})
afterAll(() => world.close())

const compare = async () => compareFeePayer(workerCtx(), await requireChain(CLUSTER_ID))
const asked = z.tuple([z.string(), z.looseObject({ before: z.string().optional() })])

test('transfers of strangers to the fee payer hide no transaction that the database lacks', async () => {
  const wallet = await world.fundedWallet()
  await world.business.transfer(wallet, someone(), '1')
  await runEngine()
  const waiting = await world.business.transfer(wallet, someone(), '1')
  const backup = await takeBackup(world.databaseUrl)
  await runEngine()
  expect((await rowOf(waiting)).status).toBe('COMPLETED')
  expect(await compare()).toBe(0)
  await backup.restore()
  expect(await compare()).toBe(1)

  // A thousand newer transactions that only name the fee payer.
  const dust = Array.from({ length: PAGE }, (_, n) => ({
    ...{ signature: `dust${n}`, slot: 1, err: null, memo: null, blockTime: null, confirmationStatus: 'finalized' },
  }))
  const { lies, remove } = await addLiar({
    rpcUrl: world.solana.rpcUrl,
    role: 'reader',
    lie: async ({ method, params }) => {
      if (method !== 'getSignaturesForAddress') return undefined
      const [address, options] = asked.parse(params)
      if (options.before === undefined) return { result: dust }
      const rest = await world.solana.connection.getSignaturesForAddress(new PublicKey(address), {}, 'confirmed')
      return { result: rest }
    },
  })
  expect(await compare()).toBe(1)
  expect(lies()).toBeGreaterThan(0)
  await remove()
  await backup.restore()
})

test('a stranger who names the fee payer and copies a memo begins no recovery', async () => {
  await runEngine()
  const before = await compare()
  const from = faucetKeypair().publicKey
  const memo = new TransactionInstruction({
    keys: [],
    programId: new PublicKey(PROGRAMS.memo),
    data: Buffer.from(randomUUID()),
  })
  const toPubkey = new PublicKey(world.solana.feePayer)
  await world.solana.run([SystemProgram.transfer({ fromPubkey: from, toPubkey, lamports: 1 }), memo])
  expect(await compare()).toBe(before)
})
