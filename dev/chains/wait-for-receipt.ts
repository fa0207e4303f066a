import type { Client, Hash, TransactionReceipt } from 'viem'
import { waitForTransactionReceipt } from 'viem/actions'

const POLL_MS = 50
const WAIT_MS = 180_000

/**
 * The receipt of a transaction once it is mined, regardless of its status; throws if that takes longer than `waitMs`.
 * Looks for no replacement of it: while viem does, it passes over the block that comes meanwhile, and on a chain that
 * mines for transactions alone no other follows.
 */
export function waitForReceipt(
  client: Client,
  hash: Hash,
  { pollMs = POLL_MS, waitMs = WAIT_MS } = {},
): Promise<TransactionReceipt> {
  return waitForTransactionReceipt(client, { hash, pollingInterval: pollMs, timeout: waitMs, checkReplacement: false })
}
