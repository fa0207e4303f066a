import { createHash } from 'node:crypto'
import { Connection, Keypair, type PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import { waitUntil } from '@/dev/wait-until'
import { faucetKeypair } from './airdrop'
import {
  associatedAddress,
  createAssociated,
  initializeMint,
  MINT_BYTES,
  mintTo,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from './token-instructions'

export type LocalMint = { symbol: string; address: string; decimals: number; programId: string }

const DECIMALS = 6
const FAUCET_SUPPLY = 10n ** 12n * 10n ** BigInt(DECIMALS)

const TOKENS = [
  { symbol: 'cNGN', programId: TOKEN_2022_PROGRAM_ID },
  { symbol: 'USDC', programId: TOKEN_PROGRAM_ID },
] as const

/** The stand-in tokens have the same addresses on every machine. */
export function mintKeypair(symbol: string): Keypair {
  return Keypair.fromSeed(createHash('sha256').update(`slipway local mint ${symbol}`).digest())
}

/** Creates the stand-in tokens on a local cluster and mints their supply to the faucet. Does nothing if they exist. */
export async function createMints(rpcUrl: string): Promise<LocalMint[]> {
  const connection = new Connection(rpcUrl, 'processed')
  return Promise.all(
    TOKENS.map(async ({ symbol, programId }) => {
      const mint = mintKeypair(symbol)
      if (!(await connection.getAccountInfo(mint.publicKey))) await createMint(connection, { mint, programId })
      return { symbol, address: mint.publicKey.toBase58(), decimals: DECIMALS, programId: programId.toBase58() }
    }),
  )
}

/** Account, mint and supply in one transaction, so that there is all of it or nothing. */
async function createMint(connection: Connection, { mint, programId }: { mint: Keypair; programId: PublicKey }) {
  const faucet = faucetKeypair()
  const token = { mint: mint.publicKey, programId }
  const authority = faucet.publicKey
  const latest = await connection.getLatestBlockhash()
  const transaction = new Transaction({ feePayer: authority, ...latest }).add(
    SystemProgram.createAccount({
      fromPubkey: authority,
      newAccountPubkey: token.mint,
      lamports: await connection.getMinimumBalanceForRentExemption(MINT_BYTES),
      space: MINT_BYTES,
      programId,
    }),
    initializeMint(token, { decimals: DECIMALS, authority }),
    createAssociated(token, { payer: authority, owner: authority }),
    mintTo(token, { authority, owner: authority, units: FAUCET_SUPPLY }),
  )
  transaction.sign(faucet, mint)
  await connection.sendRawTransaction(transaction.serialize())
  const account = associatedAddress(authority, token)
  if (!(await waitUntil(async () => (await connection.getAccountInfo(account)) !== null, { timeoutMs: 60_000 }))) {
    throw new Error(`The token ${token.mint.toBase58()} was not made on ${connection.rpcEndpoint}.`)
  }
}
