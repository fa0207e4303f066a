import { PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import { z } from 'zod'
import type { StackFacts } from '@/dev/stack-file'
import { waitUntil } from '@/dev/wait-until'
import { type ApiClient, createApiClient } from '@/e2e/api-client'

const envelope = z.object({ status: z.literal(true), data: z.unknown() })
const wallets = z.array(z.object({ address: z.string(), addressIndex: z.number() }))
const signed = z.object({ signedTransaction: z.string() })
const accounts = z.array(z.object({ accountNumber: z.string(), amountExpected: z.number(), paymentId: z.string() }))

/**
 * Calls that load native code: keys are derived, a transfer is signed and sent, a payment is settled. Answers the
 * payment's id.
 */
export async function checkCalls(baseUrl: string, { demo, bank }: StackFacts): Promise<string> {
  const api = createApiClient({ baseUrl, liveKey: demo.liveKey })
  try {
    const [sender, recipient] = wallets.parse(
      await post(api, '/v1/wallet/hd/generate', { chainType: 'EVM', purpose: 'IMAGE', count: 2 }),
    )
    const coin = { chainType: 'EVM', chainId: 84532, fromAddress: sender?.address, toAddress: recipient?.address }
    const refused = await api.post('/v1/wallet/transaction', { ...coin, amount: '1', waitForCompletion: true })
    if (refused.status !== 422) throw new Error(`A transfer of nothing answers ${refused.status}: ${refused.text}`)
    await checkSignature(api)
    const [account] = accounts.parse(
      await post(api, '/v1/payments/subscribe?providerType=FIAT', { purpose: 'WALLET_TOPUP', amountUsd: 15 }),
    )
    if (!account || !bank) throw new Error('no bank account was opened')
    await sendMoney(bank.url, { accountNumber: account.accountNumber, amount: String(account.amountExpected) })
    const settled = () => isSettled(api, account.paymentId)
    if (!(await waitUntil(settled, { timeoutMs: 60_000 }))) throw new Error('the payment was not settled')
    console.log('wallets were made, a transaction was signed, a payment settled')
    return account.paymentId
  } finally {
    await api.close()
  }
}

async function checkSignature(api: ApiClient): Promise<void> {
  const [wallet] = wallets.parse(await post(api, '/v1/wallet/hd/generate', { chainType: 'SOLANA', purpose: 'IMAGE' }))
  if (!wallet) throw new Error('no wallet was made')
  const feePayer = new PublicKey(wallet.address)
  const unsigned = new Transaction({ feePayer, blockhash: feePayer.toBase58(), lastValidBlockHeight: 1 })
  unsigned.add(SystemProgram.transfer({ fromPubkey: feePayer, toPubkey: feePayer, lamports: 1 }))
  const bytes = unsigned.serialize({ requireAllSignatures: false, verifySignatures: false })
  const body = { chainType: 'SOLANA', network: 'TESTNET', addressIndex: wallet.addressIndex }
  const transaction = { serialized: bytes.toString('base64') }
  const { signedTransaction } = signed.parse(await post(api, '/v1/wallet/hd/sign', { ...body, transaction }))
  if (!Transaction.from(Buffer.from(signedTransaction, 'base64')).verifySignatures())
    throw new Error('The signature does not fit')
}

async function post(api: ApiClient, path: string, body: unknown): Promise<unknown> {
  const { status, text } = await api.post(path, body)
  if (status >= 300) throw new Error(`${path} answers ${status}: ${text}`)
  return envelope.parse(JSON.parse(text)).data
}

async function sendMoney(url: string, transfer: { accountNumber: string; amount: string }): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const { status } = await fetch(`${url}/transfers`, { method: 'POST', headers, body: JSON.stringify(transfer) })
  if (status !== 201) throw new Error(`the bank answers ${status}`)
}

async function isSettled(api: ApiClient, id: string): Promise<boolean> {
  const { text } = await api.get(`/v1/payments/${id}`)
  return z.object({ data: z.object({ status: z.string() }) }).parse(JSON.parse(text)).data.status === 'SUCCESS'
}
