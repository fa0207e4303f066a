import { randomBytes, randomUUID } from 'node:crypto'
import { Keypair, PublicKey, SystemProgram } from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { idempotencyKeys, lanes, transactions, webhookMessages } from '@/db/schema'
import { transactionView } from '@/schemas/transactions/contract'
import { workerCtx } from '@/server/ctx'
import { type LocalSolana, SOL, startLocalSolana } from '@/server/testing/local-solana'
import { newWallet } from '@/server/testing/new-wallet'
import { openDatabase } from '@/server/testing/open-database'
import { type WalletClient, walletClient } from '@/server/testing/wallet-client'

const someone = () => Keypair.generate().publicKey

openDatabase()
let solana: LocalSolana
let client: WalletClient
let wallet: string

beforeAll(async () => {
  solana = await startLocalSolana()
  client = await walletClient()
  const made = await newWallet(client.tenant, 'SOLANA')
  wallet = made.address
})
afterAll(async () => {
  await solana.stop()
})

function written() {
  const { db } = workerCtx()
  return Promise.all([transactions, idempotencyKeys, webhookMessages, lanes].map((table) => db.$count(table)))
}

describe('a Solana transfer', () => {
  function transfer(change: object = {}) {
    const body = {
      fromAddress: 0,
      toAddress: someone().toBase58(),
      amount: '0.5',
      chainType: 'SOLANA',
      network: 'TESTNET',
    }
    return client.post('/v1/wallet/transaction', { ...body, ...change }, randomUUID())
  }

  test('is accepted by address and by index, on the wallet as its own lane', async () => {
    await solana.setBalance(wallet, 2n * SOL)
    for (const change of [{}, { fromAddress: wallet }, { chainId: 103 }, { chainId: 103, network: undefined }]) {
      const answer = await transfer(change)
      expect(answer.code).toBe(202)
      expect(transactionView.strict().parse(answer.data)).toMatchObject({
        chainType: 'SOLANA',
        chainId: 103,
        network: 'TESTNET',
        amount: '0.5',
        fromAddress: wallet,
        stage: 'queued',
      })
    }
  })

  const wrong = (field: string, change: () => object) => [field, change] as const
  test.each([
    wrong('toAddress: must be a Solana address', () => ({ toAddress: '0x52908400098527886E0F7030069857D2E4169EE7' })),
    wrong('toAddress: must be a Solana address', () => ({ toAddress: `0${someone().toBase58().slice(1)}` })),
    wrong('toAddress: must be a Solana address', () => ({ toAddress: someone().toBase58().slice(0, 20) })),
    wrong('toAddress: must be a Solana address', () => ({ toAddress: `${someone().toBase58()} ` })),
    wrong('toAddress: is a program', () => ({ toAddress: SystemProgram.programId.toBase58() })),
    wrong('toAddress: is the incinerator', () => ({ toAddress: '1nc1nerator11111111111111111111111111111111' })),
    wrong('toAddress: is a token', () => ({ toAddress: solana.tokenOf('USDC').mint.toBase58() })),
    wrong("toAddress: is the platform's fee payer", () => ({ toAddress: solana.feePayer })),
    wrong('toAddress: belongs to a program', () => ({
      toAddress: PublicKey.findProgramAddressSync([randomBytes(8)], SystemProgram.programId)[0].toBase58(),
    })),
    wrong('amount: has more than 9 decimals', () => ({ amount: '0.0000000001' })),
    wrong('amount: is too large', () => ({ amount: '18446744073.709551616' })),
    wrong('amount: must be greater than zero', () => ({ amount: '0' })),
    wrong('amount: must be a plain decimal number', () => ({ amount: '1e9' })),
    wrong('amount: has more than 6 decimals', () => ({ amount: '0.0000001', cNGN: true })),
    wrong('tokenAddress: must be a Solana address', () => ({ tokenAddress: `0x${'1'.repeat(40)}` })),
    wrong('tokenAddress: no token at this address', () => ({ tokenAddress: someone().toBase58() })),
    wrong('tokenAddress: cannot be combined with cNGN', () => ({ cNGN: true, tokenAddress: someone().toBase58() })),
    wrong('network: chain 103 is TESTNET', () => ({ chainId: 103, network: 'MAINNET' })),
    wrong('chainId: chain 84532 is not of type SOLANA', () => ({ chainId: 84_532, network: undefined })),
  ])('%s is refused by name and writes nothing', async (message, change) => {
    const before = await written()
    const answer = await transfer(change())
    expect([answer.code, answer.errors?.length]).toEqual([400, 1])
    expect(answer.errors?.[0]).toContain(message)
    expect(await written()).toEqual(before)
  })

  test('goes to mainnet where no network is named, and that has no endpoint here', async () => {
    for (const change of [{ network: undefined }, { network: 'MAINNET' }, { chainId: 101, network: undefined }]) {
      expect(await transfer(change)).toMatchObject({ code: 404, message: 'No active RPC config found for chain' })
    }
  })
})
