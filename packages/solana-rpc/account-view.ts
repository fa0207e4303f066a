import { z } from 'zod'
import type { AccountState } from './account-state'
import { toBase58 } from './base58'
import type { Cluster } from './cluster'
import { toBase64 } from './encodings'
import { parseAccount } from './parse-account'
import { invalidParams } from './rpc-error'

export const accountOptions = z.object({
  encoding: z.enum(['base58', 'base64', 'jsonParsed']).optional(),
  dataSlice: z.object({ offset: z.number().int().nonnegative(), length: z.number().int().nonnegative() }).optional(),
})
type AccountOptions = z.infer<typeof accountOptions>

const BASE58_LIMIT = 128

/** An account as the account methods answer it. */
export function toAccountView(cluster: Cluster, account: AccountState, options?: AccountOptions | null) {
  return {
    data: toData(cluster, account, options ?? {}),
    executable: account.executable,
    lamports: account.lamports,
    owner: account.owner,
    // Rent exempt: the highest 64-bit number a double can hold.
    rentEpoch: 2 ** 64 - 2 ** 11,
    space: account.data.length,
  }
}

function toData(cluster: Cluster, account: AccountState, { encoding, dataSlice }: AccountOptions) {
  if (encoding === 'jsonParsed') return parseAccount(cluster, account) ?? [toBase64(account.data), 'base64']
  const bytes = dataSlice ? account.data.slice(dataSlice.offset, dataSlice.offset + dataSlice.length) : account.data
  if (encoding === 'base64') return [toBase64(bytes), 'base64']
  if (bytes.length > BASE58_LIMIT) {
    throw invalidParams('Encoded binary (base 58) data should be less than 128 bytes, please use Base64 encoding.')
  }
  return encoding === 'base58' ? [toBase58(bytes), 'base58'] : toBase58(bytes)
}
