import { randomInt } from 'node:crypto'
import {
  ComputeBudgetProgram,
  Connection,
  Keypair,
  PublicKey,
  SendTransactionError,
  SystemProgram,
  Transaction,
  type TransactionInstruction,
} from '@solana/web3.js'
import { formatUnits } from 'viem'
import { createAssociated, transferChecked } from '@/packages/solana-rpc/token-instructions'
import { waitUntil } from '../wait-until'
import type { FaucetChains, FundingRequest } from './funding-request'
import { unitsOf } from './units-of'

const SOL = { symbol: 'SOL', decimals: 9 }
const WAIT_MS = 30_000
/** More than a gift needs. */
const COMPUTE_UNITS = 200_000

type Cluster = FaucetChains['solana'][number]

/** Sends SOL or a token of a local cluster and waits until it is confirmed. Throws a sentence for people. */
export async function fundSolana(cluster: Cluster, { address, symbol, amount }: FundingRequest): Promise<string> {
  const owner = toPublicKey(address)
  const connection = new Connection(cluster.rpcUrl, 'confirmed')
  const faucet = Keypair.fromSecretKey(Uint8Array.from(Buffer.from(cluster.faucetSecretKey, 'base64')))
  const known = cluster.tokens.find((each) => each.symbol === symbol)
  const units = unitsOf(amount, known ?? SOL)
  try {
    if (!known) await checkRent(connection, { owner, lamports: units })
    const instructions = known
      ? tokenGift(known, { faucet: faucet.publicKey, owner, units })
      : [SystemProgram.transfer({ fromPubkey: faucet.publicKey, toPubkey: owner, lamports: units })]
    const latest = await connection.getLatestBlockhash()
    // Two equal gifts of one blockhash would be one transaction.
    const limit = ComputeBudgetProgram.setComputeUnitLimit({ units: COMPUTE_UNITS + randomInt(1_000_000) })
    const transaction = new Transaction({ feePayer: faucet.publicKey, ...latest }).add(limit, ...instructions)
    transaction.sign(faucet)
    const signature = await connection.sendRawTransaction(transaction.serialize())
    await confirm(connection, signature)
    return signature
  } catch (error) {
    throw new Error(sentenceOf(error, cluster), { cause: error })
  }
}

function tokenGift(
  { address, programId, decimals }: Cluster['tokens'][number],
  { faucet, owner, units }: { faucet: PublicKey; owner: PublicKey; units: bigint },
): TransactionInstruction[] {
  const token = { mint: new PublicKey(address), programId: new PublicKey(programId), decimals }
  return [createAssociated(token, { payer: faucet, owner }), transferChecked(token, { from: faucet, to: owner, units })]
}

/** An account that would hold less than its rent is never made. */
async function checkRent(connection: Connection, { owner, lamports }: { owner: PublicKey; lamports: bigint }) {
  const least = BigInt(await connection.getMinimumBalanceForRentExemption(0))
  if (lamports >= least || BigInt(await connection.getBalance(owner)) + lamports >= least) return
  throw new Error(`A new Solana account needs at least ${formatUnits(least, SOL.decimals)} SOL.`)
}

async function confirm(connection: Connection, signature: string): Promise<void> {
  const isThere = await waitUntil(
    async () => {
      const { value } = await connection.getSignatureStatus(signature)
      if (value?.err) throw new Error(`The faucet's transaction ${signature} failed.`)
      return value?.confirmationStatus === 'confirmed' || value?.confirmationStatus === 'finalized'
    },
    { timeoutMs: WAIT_MS },
  )
  if (!isThere) throw new Error(`The faucet's transaction ${signature} is in no block yet.`)
}

function sentenceOf(error: unknown, { chainId }: Cluster): string {
  if (error instanceof SendTransactionError)
    return `Chain ${chainId} refuses it: ${error.transactionError.message.replace(/\.$/, '')}.`
  const { message } = error instanceof Error ? error : new Error(String(error))
  return message.includes('fetch failed') ? `Chain ${chainId} does not answer.` : message
}

function toPublicKey(text: string): PublicKey {
  try {
    return new PublicKey(text)
  } catch {
    throw new Error(`${text} is not an address of this chain.`)
  }
}
