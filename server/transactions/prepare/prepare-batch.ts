import type { Tenant } from '@/server/ctx'
import { checkWebhookTarget } from '@/server/egress/target'
import { ApiError } from '@/server/errors'
import { requireActiveWalletCached } from '@/server/wallets/require-active-wallet'
import type { BatchInput, TransferLine } from './batch-body'
import { type PreparedTransfer, prepareTransfer } from './prepare-transfer'

/** A line that may be accepted, or why it is refused. */
export type PreparedLine = PreparedTransfer | ApiError

/** The number of lines that call their chains at once. */
const AT_ONCE = 20

/**
 * Checks each line as a transfer, before any transaction is opened. Throws invalid (webhook), and unavailable if a
 * chain or a price cannot be read. The line is then unchecked, and the whole call must be sent again.
 */
export async function prepareBatch(tenant: Tenant, input: BatchInput): Promise<PreparedLine[]> {
  const { transfers, webhookUrl } = input
  if (webhookUrl !== undefined) await checkWebhookTarget('webhookUrl', webhookUrl)
  const prepared: PreparedLine[] = []
  for (let from = 0; from < transfers.length; from += AT_ONCE) {
    const lines = transfers.slice(from, from + AT_ONCE)
    prepared.push(...(await Promise.all(lines.map((line) => prepareLine(tenant, line)))))
  }
  return prepared.map((line) =>
    line instanceof ApiError ? line : { ...line, input: { ...line.input, ...hook(input) } },
  )
}

function hook({ webhookUrl, webhookSecret }: BatchInput): Pick<BatchInput, 'webhookUrl' | 'webhookSecret'> {
  return { webhookUrl, webhookSecret }
}

async function prepareLine(tenant: Tenant, line: TransferLine): Promise<PreparedLine> {
  try {
    const prepared = await prepareTransfer(tenant, { ...line, waitForCompletion: false })
    const { chain, input } = prepared
    await requireActiveWalletCached(tenant, { chainType: chain.chainType, from: input.fromAddress })
    return prepared
  } catch (error) {
    return refusedLine(error)
  }
}

/** An error that refuses one line and not the others. Any other error is thrown again. */
export function refusedLine(error: unknown): ApiError {
  const isOfLine = error instanceof ApiError && error.code !== 'unavailable' && error.reason !== undefined
  if (!isOfLine) throw error
  return error
}
