import { setImmediate } from 'node:timers/promises'
import { base58 } from '@scure/base'
import { checkCallPolicy } from '@/server/chains/solana/check-call-policy'
import { checkFeePayerPolicy, type FeePayerLimits } from '@/server/chains/solana/check-fee-payer-policy'
import { decodeMessage } from '@/server/chains/solana/decode-message'
import { encodeTransaction } from '@/server/chains/solana/decode-transaction'
import { findCallDifference } from '@/server/chains/solana/find-call-difference'
import { findTransferDifference } from '@/server/chains/solana/find-transfer-difference'
import { isProgramCall, type SolanaWork } from '@/server/chains/solana/program-call'
import type { MessageTerms } from '@/server/chains/solana/transfer'
import type { WorkerCtx } from '@/server/ctx'
import { type SolanaWallet, signSolanaMessage } from './sign-solana-message'

export type SolanaSignRequest = {
  feePayer: SolanaWallet
  sender: SolanaWallet
  messageBytes: Uint8Array
  /** The content that the bytes must match exactly. */
  intent: { transfer: SolanaWork; terms: MessageTerms }
  limits: Pick<FeePayerLimits, 'maxFeeLamports' | 'rentBudgetLamports' | 'rentPerAccountLamports'>
}

/** A pause for other work of the process after this many transactions. */
const TRANSACTIONS_PER_TURN = 32

/**
 * Signs transfers with the fee payer and the sender, in order. Before any signature the bytes are decoded and compared
 * with the intent and the fee payer's policy, and each derived address with the stored one; a difference throws.
 */
export async function signSolanaTransfers(
  ctx: Pick<WorkerCtx, 'db'>,
  requests: readonly SolanaSignRequest[],
): Promise<{ signature: string; raw: Uint8Array }[]> {
  const signed: { signature: string; raw: Uint8Array }[] = []
  for (const request of requests) {
    if (signed.length > 0 && signed.length % TRANSACTIONS_PER_TURN === 0) await setImmediate()
    requireIntended(request)
    const { feePayer, sender, messageBytes } = request
    const first = await signSolanaMessage(ctx, feePayer, messageBytes)
    const second = await signSolanaMessage(ctx, sender, messageBytes)
    signed.push({ signature: base58.encode(first), raw: encodeTransaction([first, second], messageBytes) })
  }
  return signed
}

function requireIntended({ feePayer, sender, messageBytes, intent, limits }: SolanaSignRequest): void {
  const message = decodeMessage(messageBytes)
  const wallets = { feePayer: feePayer.expectedAddress, sender: sender.expectedAddress }
  const { transfer, terms } = intent
  const check = isProgramCall(transfer) ? checkCallPolicy : checkFeePayerPolicy
  const objection = check(message, { ...wallets, ...limits })
  if (objection) throw new Error(`wallet ${sender.walletId}: the message ${objection}, nothing was signed`)
  const difference = isProgramCall(transfer)
    ? findCallDifference(message, { call: transfer, terms })
    : findTransferDifference(message, { transfer, terms })
  if (difference || intent.transfer.fromOwner !== wallets.sender) {
    throw new Error(`wallet ${sender.walletId}: the message is not the transfer (${difference}), nothing was signed`)
  }
}
