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
import { rpc } from '@/dev/chains/rpc'

/** The actions of the local cluster's tests, with the real client. */
export function connectTest(rpcUrl: string) {
  const connection = new Connection(rpcUrl, 'processed')

  /** Signed by the first, who pays; `legacy` by default. */
  async function sign(signers: Keypair[], instructions: TransactionInstruction[], version: 'legacy' | 0 = 'legacy') {
    const [payer] = signers
    if (!payer) throw new Error('nobody pays')
    const { blockhash } = await connection.getLatestBlockhash()
    const message = new TransactionMessage({ payerKey: payer.publicKey, recentBlockhash: blockhash, instructions })
    const compiled = version === 0 ? message.compileToV0Message() : message.compileToLegacyMessage()
    const transaction = new VersionedTransaction(compiled)
    transaction.sign(signers)
    return transaction
  }

  /** Posts a body as it is, and returns the parsed answer. */
  async function post(body: unknown) {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(rpcUrl, { method: 'POST', headers, body: JSON.stringify(body) })
    return response.json()
  }

  return {
    connection,
    sign,
    post,
    /** Sends a transaction without the client library's handling of refusals. */
    sendRaw(transaction: VersionedTransaction, options: Record<string, unknown> = {}) {
      const text = Buffer.from(transaction.serialize()).toString('base64')
      const params = [text, { encoding: 'base64', ...options }]
      return post({ jsonrpc: '2.0', id: 1, method: 'sendTransaction', params })
    },
    control: (name: string, ...params: unknown[]) => rpc(rpcUrl, `litesvm_${name}`, params),
    async send(signers: Keypair[], instructions: TransactionInstruction[]): Promise<string> {
      return connection.sendTransaction(await sign(signers, instructions))
    },
    async makeFunded(sol = 10): Promise<Keypair> {
      const wallet = Keypair.generate()
      await connection.requestAirdrop(wallet.publicKey, sol * LAMPORTS_PER_SOL)
      return wallet
    },
    transfer(from: Keypair, to: PublicKey, lamports: number): TransactionInstruction {
      return SystemProgram.transfer({ fromPubkey: from.publicKey, toPubkey: to, lamports })
    },
    async status(signature: string, searchTransactionHistory = false) {
      return (await connection.getSignatureStatuses([signature], { searchTransactionHistory })).value[0] ?? null
    },
  }
}

export type TestClient = ReturnType<typeof connectTest>
