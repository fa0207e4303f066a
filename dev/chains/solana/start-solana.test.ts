import {
  Connection,
  Keypair,
  LAMPORTS_PER_SOL,
  type PublicKey,
  SystemProgram,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findFreePort } from '../../free-port'
import { rpc } from '../rpc'
import { type RunningSolana, startSolana } from './start-solana'

let solana: RunningSolana
let connection: Connection

beforeEach(async () => {
  solana = await startSolana({ port: await findFreePort(), slotMs: 0 })
  connection = new Connection(solana.rpcUrl, 'processed')
})

afterEach(async () => {
  await solana.stop()
})

const control = (method: string, ...params: unknown[]) => rpc(solana.rpcUrl, `litesvm_${method}`, params)

async function signed(payer: Keypair, instructions: TransactionInstruction[], version: 'legacy' | 0 = 'legacy') {
  const { blockhash } = await connection.getLatestBlockhash()
  const message = new TransactionMessage({ payerKey: payer.publicKey, recentBlockhash: blockhash, instructions })
  const transaction = new VersionedTransaction(
    version === 0 ? message.compileToV0Message() : message.compileToLegacyMessage(),
  )
  transaction.sign([payer])
  return transaction
}

function transfer(from: Keypair, to: PublicKey, lamports: number) {
  return SystemProgram.transfer({ fromPubkey: from.publicKey, toPubkey: to, lamports })
}

async function funded(sol = 10): Promise<Keypair> {
  const wallet = Keypair.generate()
  await connection.requestAirdrop(wallet.publicKey, sol * LAMPORTS_PER_SOL)
  return wallet
}

describe('startSolana', () => {
  it('gives SOL to whoever asks, twice in one slot too', async () => {
    const { publicKey } = Keypair.generate()
    const first = await connection.requestAirdrop(publicKey, LAMPORTS_PER_SOL)
    const second = await connection.requestAirdrop(publicKey, LAMPORTS_PER_SOL)
    expect(first).not.toBe(second)
    expect(await connection.getBalance(publicKey)).toBe(2 * LAMPORTS_PER_SOL)
  })

  it.each(['legacy', 0] as const)('moves SOL in a %s transaction and tells its fee and balances', async (version) => {
    const [from, to] = [await funded(), Keypair.generate().publicKey]
    const transaction = await signed(from, [transfer(from, to, LAMPORTS_PER_SOL)], version)
    const signature = await connection.sendTransaction(transaction)
    await control('advanceSlots', 1)
    const found = await connection.getTransaction(signature, {
      commitment: 'confirmed',
      maxSupportedTransactionVersion: 0,
    })
    expect(found?.version).toBe(version)
    expect(found?.meta).toMatchObject({
      err: null,
      fee: 5_000,
      preBalances: [10 * LAMPORTS_PER_SOL, 0, 1],
      postBalances: [9 * LAMPORTS_PER_SOL - 5_000, LAMPORTS_PER_SOL, 1],
    })
    expect(await connection.getBalance(to)).toBe(LAMPORTS_PER_SOL)
  })
})
