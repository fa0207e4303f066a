import { Keypair, PublicKey, SystemProgram } from '@solana/web3.js'
import { afterAll, beforeAll, vi } from 'vitest'
import { faucetKeypair } from '@/packages/solana-rpc/airdrop'
import {
  associatedAddress,
  createAssociated,
  initializeMint,
  MINT_BYTES,
  mintTo,
  TOKEN_2022_PROGRAM_ID,
  transferChecked,
} from '@/packages/solana-rpc/token-instructions'
import { CLUSTER_ID, type LocalSolana, rowOf, runEngine, startLocalSolana } from '@/server/testing/local-solana'
import { openDatabase } from '@/server/testing/open-database'
import { type Coin, type OnChain, suiteOfChain } from './chain-suite.test-data'

openDatabase()
let solana: LocalSolana
let onChain: OnChain
/** The program of each mint. The cluster's cNGN and the token with nine decimals belong to Token-2022. */
const programs = new Map<string, PublicKey>()

beforeAll(async () => {
  solana = await startLocalSolana({ finalizedAfterSlots: 8 })
  const [cngn, usdc] = (['cNGN', 'USDC'] as const).map((symbol) => {
    const { mint, programId, decimals } = solana.tokenOf(symbol)
    programs.set(mint.toBase58(), programId)
    return { address: mint.toBase58(), symbol, decimals, peg: symbol === 'cNGN' ? ('NGN' as const) : ('USD' as const) }
  })
  if (!cngn || !usdc) throw new Error('no tokens')
  const from = faucetKeypair().publicKey
  onChain = {
    chainId: CLUSTER_ID,
    taken: [cngn, await newMint('USD9', 9), usdc],
    wrong: await newMint('WRONG', 6),
    async send(coin, to, units) {
      const owner = new PublicKey(to)
      const token = tokenOf(coin)
      await solana.run([
        createAssociated(token, { payer: from, owner }),
        transferChecked(token, { from, to: owner, units }),
      ])
    },
    async balance(coin, owner) {
      const account = associatedAddress(new PublicKey(owner), tokenOf(coin))
      const found = await solana.connection.getTokenAccountBalance(account, 'processed').catch(() => null)
      return BigInt(found?.value.amount ?? 0)
    },
    async end(transactionId) {
      const ended = async () => (await runEngine()) && (await rowOf(transactionId)).status !== 'PENDING'
      await vi.waitFor(async () => ((await ended()) ? null : Promise.reject(new Error('still open'))), {
        ...{ timeout: 60_000, interval: 200 },
      })
    },
  }
})
afterAll(() => solana.stop())

suiteOfChain('Solana', () => onChain)

function tokenOf({ address, decimals }: Coin) {
  return { mint: new PublicKey(address), programId: programs.get(address) ?? TOKEN_2022_PROGRAM_ID, decimals }
}

async function newMint(symbol: string, decimals: number): Promise<Coin> {
  const [mint, authority] = [Keypair.generate(), faucetKeypair().publicKey]
  const token = { mint: mint.publicKey, programId: TOKEN_2022_PROGRAM_ID }
  const lamports = await solana.connection.getMinimumBalanceForRentExemption(MINT_BYTES)
  const account = { fromPubkey: authority, newAccountPubkey: token.mint, lamports, space: MINT_BYTES }
  await solana.run(
    [
      SystemProgram.createAccount({ ...account, programId: token.programId }),
      initializeMint(token, { decimals, authority }),
      createAssociated(token, { payer: authority, owner: authority }),
      mintTo(token, { authority, owner: authority, units: 10n ** 18n }),
    ],
    [mint],
  )
  return { address: token.mint.toBase58(), symbol, decimals, peg: 'USD' }
}
