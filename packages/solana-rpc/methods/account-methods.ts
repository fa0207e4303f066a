import { z } from 'zod'
import { type AccountState, accountAt, programAccountsAt } from '../account-state'
import { accountOptions, toAccountView } from '../account-view'
import { fromBase58 } from '../base58'
import type { Cluster } from '../cluster'
import { inContext, readOptions, readSlot } from '../commitment'
import { address } from '../encodings'
import { type Method, method } from '../method'
import { invalidParams } from '../rpc-error'

const memcmp = z.object({
  memcmp: z.object({
    offset: z.number().int().nonnegative(),
    bytes: z.string(),
    encoding: z.enum(['base58', 'base64']).optional(),
  }),
})
const filter = z.union([memcmp, z.object({ dataSize: z.number().int().nonnegative() })])
const options = readOptions.extend(accountOptions.shape).nullish().optional()
const programOptions = readOptions
  .extend(accountOptions.shape)
  .extend({ filters: z.array(filter).max(4).nullish(), withContext: z.boolean().optional() })
  .nullish()
  .optional()

/** Balances and accounts. */
export const accountMethods: Record<string, Method> = {
  getBalance: method(z.tuple([address, readOptions.nullish().optional()]), (cluster, [query, read]) => {
    const slot = readSlot(cluster, read)
    return inContext(slot, accountAt(cluster, { address: query, slot })?.lamports ?? 0)
  }),
  getAccountInfo: method(z.tuple([address, options]), (cluster, [query, read]) => {
    const slot = readSlot(cluster, read)
    const account = accountAt(cluster, { address: query, slot })
    return inContext(slot, account && toAccountView(cluster, account, read))
  }),
  getMultipleAccounts: method(z.tuple([z.array(address), options]), (cluster, [list, read]) => {
    if (list.length > 100) throw invalidParams(`Too many inputs provided; max 100`)
    const slot = readSlot(cluster, read)
    const value = list.map((query) => {
      const account = accountAt(cluster, { address: query, slot })
      return account && toAccountView(cluster, account, read)
    })
    return inContext(slot, value)
  }),
  getProgramAccounts: method(z.tuple([address, programOptions]), (cluster, [program, read]) => {
    const slot = readSlot(cluster, read)
    const found = programAccountsAt(cluster, { program, slot }).filter((account) =>
      (read?.filters ?? []).every((each) => passes(account, each)),
    )
    const value = toKeyed(cluster, found, read)
    return read?.withContext ? inContext(slot, value) : value
  }),
}

export function toKeyed(
  cluster: Cluster,
  found: AccountState[],
  read: z.infer<typeof accountOptions> | null | undefined,
) {
  return found.map((account) => ({ pubkey: account.address, account: toAccountView(cluster, account, read) }))
}

function passes({ data }: AccountState, query: z.infer<typeof filter>): boolean {
  if ('dataSize' in query) return data.length === query.dataSize
  const { offset, bytes, encoding } = query.memcmp
  const expected = encoding === 'base64' ? Buffer.from(bytes, 'base64') : Buffer.from(decode(bytes))
  return expected.equals(data.slice(offset, offset + expected.length))
}

function decode(text: string): Uint8Array {
  try {
    return fromBase58(text)
  } catch {
    throw invalidParams('Invalid param: memcmp bytes')
  }
}
