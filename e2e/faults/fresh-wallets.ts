import { z } from 'zod'
import type { ApiClient } from '@/e2e/api-client'
import type { FaultChain } from './stack/fault-chain'

const made = z.object({ data: z.array(z.object({ address: z.string() })) })
let generated = 0

/** New wallets of the business, through its API. */
export async function makeWallets(
  api: ApiClient,
  count: number,
  chainType: 'EVM' | 'SOLANA' = 'EVM',
): Promise<string[]> {
  generated += 1
  const body = { chainType, purpose: 'FAULTS', count }
  const answer = await api.post('/v1/wallet/hd/generate', body, `faults-wallets-${process.pid}-${generated}`)
  if (answer.status !== 201) throw new Error(`no wallets: ${answer.status} ${answer.text}`)
  return made.parse(JSON.parse(answer.text)).data.map(({ address }) => address)
}

/** Makes wallets with tokens and a few coins on a chain, from which nothing was ever sent. */
export async function makeFundedWallets(api: ApiClient, chain: FaultChain, count: number): Promise<string[]> {
  const wallets = await makeWallets(api, count)
  await chain.reader.emptyOfGas(wallets)
  await chain.reader.fund(wallets, FUNDED_UNITS)
  return wallets
}

/** Token units a wallet of a run starts with. */
export const FUNDED_UNITS = 1_000_000_000n
