import { buildTransferMessage } from './build-transfer-message'
import { computeBudget } from './compute-budget'
import { encodeMessage } from './encode-message'
import { isProgramCall, type SolanaWork } from './program-call'
import { PROGRAMS } from './programs'
import type { MessageTerms } from './transfer'

/** The bytes to sign for a transfer or for a call of programs; the memo keeps two equal ones apart. */
export function buildMessage(work: SolanaWork, terms: MessageTerms): Uint8Array {
  if (!isProgramCall(work)) return buildTransferMessage(work, terms)
  const memo = { program: PROGRAMS.memo, accounts: [], data: Buffer.from(work.intentId) }
  const instructions = [...computeBudget(terms), memo, ...work.instructions]
  return encodeMessage({ payer: work.feePayer, blockhash: terms.blockhash, instructions })
}
