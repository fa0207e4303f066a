import { Connection, type Keypair, PublicKey, Transaction, type TransactionInstruction } from '@solana/web3.js'
import { asc, eq } from 'drizzle-orm'
import { chains, chainTokens, rpcEndpoints, transactionAttempts, transactions } from '@/db/schema'
import { rpc } from '@/dev/chains/rpc'
import { findFreePort } from '@/dev/free-port'
import { waitUntil } from '@/dev/wait-until'
import { faucetKeypair } from '@/packages/solana-rpc/airdrop'
import { createMints } from '@/packages/solana-rpc/create-mints'
import { startSolana } from '@/packages/solana-rpc/start-solana'
import { associatedAddress, createAssociated, transferChecked } from '@/packages/solana-rpc/token-instructions'
import { forgetChains } from '@/server/chains/registry'
import { inTenant, inWorker, type Tenant, workerCtx } from '@/server/ctx'
import { runSolanaEngine } from '@/server/engine/solana/run-solana-engine'
import { ensureSolanaFeePayer } from '@/server/platform/ensure-fee-payer'
import { acceptTransaction } from '@/server/transactions/accept-transaction'
import { getTransaction } from '@/server/transactions/get-transaction'
import { prepareTransfer, transferIntent } from '@/server/transactions/prepare/prepare-transfer'
import { newWallet } from './new-wallet'
import { byProof } from './proof'
import { requireChain } from './require-chain'
import { whenAvailable } from './when-available'

export const CLUSTER_ID = 103
export const SOL = 1_000_000_000n
const SLOT_MS = 50
/** Ten minutes: on a busy machine a blockhash expires only where a suite lets it (`litesvm_expireBlockhashes`). */
const BLOCKHASH_SLOTS = 600_000 / SLOT_MS
/** Shorter than the time limit of a test, whose end would not say what is still open. */
const ENDED_WITHIN_MS = byProof(120_000, 1_200_000)

type Options = { confirmations?: number; finalizedAfterSlots?: number; feePayerLamports?: bigint }

/**
 * Starts a local cluster, known to the test's database as devnet, with the local test tokens and a filled fee payer.
 */
export async function startLocalSolana(options: Options = {}) {
  const solana = await startSolana({
    port: await findFreePort(),
    slotMs: SLOT_MS,
    blockhashSlots: BLOCKHASH_SLOTS,
    finalizedAfterSlots: options.finalizedAfterSlots ?? 32,
    chainId: CLUSTER_ID,
  })
  const mints = await createMints(solana.rpcUrl)
  await inWorker(async ({ db }) => {
    await db.insert(rpcEndpoints).values({ chainId: CLUSTER_ID, url: solana.rpcUrl, label: 'first' })
    const local = { confirmations: options.confirmations ?? 1, blockTimeMs: SLOT_MS }
    await db.update(chains).set(local).where(eq(chains.chainId, CLUSTER_ID))
    for (const { symbol, address, decimals } of mints) {
      await db.insert(chainTokens).values({ chainId: CLUSTER_ID, symbol, address, decimals }).onConflictDoNothing()
    }
  })
  const feePayer = await whenAvailable(ensureSolanaFeePayer)
  forgetChains()
  const connection = new Connection(solana.rpcUrl, 'processed')
  const control = (method: string, ...params: unknown[]) => rpc(solana.rpcUrl, `litesvm_${method}`, params)
  const setBalance = (address: string, lamports: bigint) => control('setBalance', address, Number(lamports))
  await setBalance(feePayer, options.feePayerLamports ?? 100n * SOL)

  async function run(instructions: TransactionInstruction[], signers: Keypair[] = []): Promise<void> {
    const faucet = faucetKeypair()
    const transaction = new Transaction({ feePayer: faucet.publicKey, ...(await connection.getLatestBlockhash()) })
    transaction.add(...instructions)
    transaction.sign(faucet, ...signers)
    const signature = await connection.sendRawTransaction(transaction.serialize())
    const isConfirmed = async () => {
      const { value } = await connection.getSignatureStatus(signature)
      return value?.confirmationStatus === 'confirmed' || value?.confirmationStatus === 'finalized'
    }
    if (!(await waitUntil(isConfirmed, { timeoutMs: 60_000, everyMs: 20 })))
      throw new Error(`${signature} did not land`)
  }

  function tokenOf(symbol: 'cNGN' | 'USDC') {
    const mint = mints.find((candidate) => candidate.symbol === symbol)
    if (!mint) throw new Error(`the cluster has no ${symbol}`)
    return { mint: new PublicKey(mint.address), programId: new PublicKey(mint.programId), decimals: mint.decimals }
  }

  return {
    rpcUrl: solana.rpcUrl,
    cluster: solana.cluster,
    connection,
    control,
    setBalance,
    run,
    feePayer,
    tokenOf,
    balance: async (address: string): Promise<bigint> =>
      BigInt(await connection.getBalance(new PublicKey(address), 'processed')),
    async tokenBalance(symbol: 'cNGN' | 'USDC', owner: string): Promise<bigint> {
      const account = associatedAddress(new PublicKey(owner), tokenOf(symbol))
      const found = await connection.getTokenAccountBalance(account, 'processed').catch(() => null)
      return BigInt(found?.value.amount ?? 0)
    },
    async fundToken(symbol: 'cNGN' | 'USDC', owner: string, units: bigint): Promise<void> {
      const token = tokenOf(symbol)
      const from = faucetKeypair().publicKey
      await run([
        createAssociated(token, { payer: from, owner: new PublicKey(owner) }),
        transferChecked(token, { from, to: new PublicKey(owner), units }),
      ])
    },
    stop: () => solana.stop(),
  }
}
export type LocalSolana = Awaited<ReturnType<typeof startLocalSolana>>

/** The actions of a business, for tests. */
export function solanaBusiness(tenant: Tenant) {
  return {
    async newWallet(): Promise<string> {
      const wallet = await newWallet(tenant, 'SOLANA')
      return wallet.address
    },
    async transfer(
      fromAddress: string,
      toAddress: string,
      amount: string,
      extra: { cNGN?: boolean; tokenAddress?: string } = {},
    ): Promise<string> {
      const prepared = await prepareTransfer(tenant, {
        fromAddress,
        toAddress,
        amount,
        chainType: 'SOLANA',
        network: 'TESTNET',
        cNGN: false,
        waitForCompletion: false,
        ...extra,
      })
      return (await inTenant(tenant, (ctx) => acceptTransaction(ctx, transferIntent(prepared)))).id
    },
    read: (id: string) => inTenant(tenant, (ctx) => getTransaction(ctx, id)),
  }
}

/**
 * Runs of the engine until nothing is open any more, as the job engine repeats them. On a busy machine the time of one
 * run is over before.
 */
export async function runEngine(): Promise<{ unfinished: boolean }> {
  const deadline = Date.now() + ENDED_WITHIN_MS
  for (;;) {
    const { unfinished } = await runSolanaEngine(workerCtx(), await requireChain(CLUSTER_ID))
    if (!unfinished || Date.now() > deadline) return { unfinished }
  }
}

export async function rowOf(id: string) {
  const [row] = await workerCtx().db.select().from(transactions).where(eq(transactions.id, id))
  if (!row) throw new Error('no such transaction')
  return row
}

export function attemptsOf(id: string) {
  return workerCtx()
    .db.select()
    .from(transactionAttempts)
    .where(eq(transactionAttempts.transactionId, id))
    .orderBy(asc(transactionAttempts.createdAt))
}
