import { Keypair, type PublicKey } from '@solana/web3.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findFreePort } from '@/dev/free-port'
import { faucetKeypair } from './airdrop'
import { createMints, mintKeypair } from './create-mints'
import { type RunningSolana, startSolana } from './start-solana'
import { connectTest, type TestClient } from './testing/connect-test'
import {
  associatedAddress,
  createAssociated,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
  transferChecked,
} from './token-instructions'

const faucet = faucetKeypair()

let solana: RunningSolana
let client: TestClient

beforeEach(async () => {
  solana = await startSolana({ port: await findFreePort(), slotMs: 0 })
  client = connectTest(solana.rpcUrl)
  await createMints(solana.rpcUrl)
  await client.control('advanceSlots', 1)
})

afterEach(async () => {
  await solana.stop()
})

const TOKENS = [
  { symbol: 'cNGN', programId: TOKEN_2022_PROGRAM_ID, program: 'spl-token-2022', bytes: 170 },
  { symbol: 'USDC', programId: TOKEN_PROGRAM_ID, program: 'spl-token', bytes: 165 },
] as const

function tokenOf({ symbol, programId }: { symbol: string; programId: PublicKey }) {
  return { mint: mintKeypair(symbol).publicKey, programId, decimals: 6 }
}

function give(token: ReturnType<typeof tokenOf>, to: PublicKey, units: bigint) {
  return client.send(
    [faucet],
    [
      createAssociated(token, { payer: faucet.publicKey, owner: to }),
      transferChecked(token, { from: faucet.publicKey, to, units }),
    ],
  )
}

describe('createMints', () => {
  it('makes the same two tokens once', async () => {
    const before = solana.cluster.landed.size
    const tokens = await createMints(solana.rpcUrl)
    expect(solana.cluster.landed.size).toBe(before)
    expect(tokens.map(({ symbol, programId, decimals }) => [symbol, programId, decimals])).toEqual([
      ['cNGN', TOKEN_2022_PROGRAM_ID.toBase58(), 6],
      ['USDC', TOKEN_PROGRAM_ID.toBase58(), 6],
    ])
    const supply = await client.connection.getTokenSupply(mintKeypair('cNGN').publicKey)
    expect(supply.value).toMatchObject({ amount: '1000000000000000000', decimals: 6, uiAmountString: '1000000000000' })
  })
})

describe.each(TOKENS)('$symbol', (entry) => {
  const token = tokenOf(entry)

  it('opens the account of a receiver once and moves checked amounts', async () => {
    const to = Keypair.generate().publicKey
    const first = await give(token, to, 1_500_000n)
    await client.control('advanceSlots', 1)
    await give(token, to, 250_000n)
    const { value } = await client.connection.getTokenAccountBalance(associatedAddress(to, token))
    expect(value).toEqual({ amount: '1750000', decimals: 6, uiAmount: 1.75, uiAmountString: '1.75' })

    await client.control('advanceSlots', 1)
    const found = await client.connection.getTransaction(first, {
      commitment: 'confirmed',
      maxSupportedTransactionVersion: 0,
    })
    const mine = { mint: token.mint.toBase58(), owner: to.toBase58(), programId: entry.programId.toBase58() }
    expect(found?.meta?.postTokenBalances).toContainEqual(
      expect.objectContaining({ ...mine, uiTokenAmount: expect.objectContaining({ amount: '1500000' }) }),
    )
    expect(found?.meta?.preTokenBalances?.filter(({ owner }) => owner === mine.owner)).toEqual([])
    expect(found?.meta?.innerInstructions?.length).toBe(1)
  })

  it('tells transfer and account in words', async () => {
    const to = Keypair.generate().publicKey
    const signature = await give(token, to, 42n)
    await client.control('advanceSlots', 1)
    const found = await client.connection.getParsedTransaction(signature, 'confirmed')
    const destination = associatedAddress(to, token).toBase58()
    expect(found?.transaction.message.instructions).toMatchObject([
      { program: 'spl-associated-token-account', parsed: { type: 'createIdempotent', info: { account: destination } } },
      {
        program: entry.program,
        parsed: {
          type: 'transferChecked',
          info: { destination, authority: faucet.publicKey.toBase58(), tokenAmount: { amount: '42' } },
        },
      },
    ])
    const account = await client.connection.getParsedAccountInfo(associatedAddress(to, token))
    expect(account.value?.data).toMatchObject({
      program: entry.program,
      space: entry.bytes,
      parsed: { type: 'account', info: { owner: to.toBase58(), tokenAmount: { amount: '42' } } },
    })
  })

  it('finds the accounts of an owner by mint and by program, at each commitment', async () => {
    const to = Keypair.generate().publicKey
    await give(token, to, 7n)
    const { connection } = client
    const byMint = await connection.getTokenAccountsByOwner(to, { mint: token.mint })
    expect(byMint.value.map(({ pubkey }) => pubkey.toBase58())).toEqual([associatedAddress(to, token).toBase58()])
    const byProgram = await connection.getParsedTokenAccountsByOwner(to, { programId: entry.programId })
    expect(byProgram.value[0]?.account.data.parsed.info.tokenAmount.uiAmountString).toBe('0.000007')
    expect((await connection.getTokenAccountsByOwner(to, { mint: token.mint }, 'confirmed')).value).toEqual([])
    const filtered = await connection.getProgramAccounts(entry.programId, {
      filters: [{ dataSize: entry.bytes }, { memcmp: { offset: 32, bytes: to.toBase58() } }],
    })
    expect(filtered.map(({ pubkey }) => pubkey.toBase58())).toEqual([associatedAddress(to, token).toBase58()])
  })

  it('refuses more than there is, wrong decimals and a foreign owner', async () => {
    const [owner, thief] = [await client.makeFunded(), await client.makeFunded()]
    await give(token, owner.publicKey, 100n)
    await give(token, thief.publicKey, 1n)
    const from = owner.publicKey
    const to = thief.publicKey
    const tooMuch = transferChecked(token, { from, to, units: 101n })
    await expect(client.send([owner], [tooMuch])).rejects.toThrow('custom program error: 0x1')
    const wrongDecimals = transferChecked({ ...token, decimals: 9 }, { from, to, units: 1n })
    await expect(client.send([owner], [wrongDecimals])).rejects.toThrow('custom program error: 0x12')
    const stolen = transferChecked(token, { from, to, units: 1n })
    for (const key of stolen.keys) if (key.isSigner) key.pubkey = to
    await expect(client.send([thief], [stolen])).rejects.toThrow('custom program error: 0x4')
  })
})
