import { createHash } from 'node:crypto'
import { ComputeBudgetProgram, Keypair, PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import { blockhashAt, type Cluster } from './cluster'
import { readTransaction } from './read-transaction'
import { submitTransaction } from './submit'

const FAUCET_LAMPORTS = 5_000_000n * 1_000_000_000n

/** Holds the whole supply of a local cluster and of its tokens. Public knowledge, worth nothing anywhere else. */
const FAUCET_SEED = createHash('sha256').update('slipway local solana faucet').digest()

let faucet: Keypair | null = null

/** The keypair behind requestAirdrop. */
export function faucetKeypair(): Keypair {
  faucet ??= Keypair.fromSeed(FAUCET_SEED)
  return faucet
}

/** Mints the supply into the faucet of a new cluster. */
export function fillFaucet({ svm, machine }: Cluster): void {
  const account = new machine.Account(FAUCET_LAMPORTS, new Uint8Array(), new Uint8Array(32), false, 0n)
  svm.setAccount(faucetKeypair().publicKey.toBytes(), account)
}

/** Sends SOL from the faucet like any other transfer and answers its signature. */
export function requestAirdrop(cluster: Cluster, { to, lamports }: { to: string; lamports: number }): string {
  const from = faucetKeypair()
  cluster.airdrops += 1
  const transaction = new Transaction({
    feePayer: from.publicKey,
    blockhash: blockhashAt(cluster, cluster.slot),
    lastValidBlockHeight: 0,
  })
  // Two equal airdrops in one slot must be two transactions.
  transaction.add(
    ComputeBudgetProgram.setComputeUnitLimit({ units: 10_000 + (cluster.airdrops % 1_000_000) }),
    SystemProgram.transfer({ fromPubkey: from.publicKey, toPubkey: new PublicKey(to), lamports }),
  )
  transaction.sign(from)
  return submitTransaction(cluster, {
    transaction: readTransaction(Uint8Array.from(transaction.serialize())),
    preflight: 'processed',
  })
}
