import { readFromChain } from '@/server/chains/read-from-chain'
import type { Chain } from '@/server/chains/registry'
import { callRpc } from '@/server/chains/rpc'

/** The code at an address; `0x` if there is none. Throws unavailable. */
export async function readCode(chain: Chain, address: string): Promise<string> {
  return String(await readFromChain(() => callRpc(chain, 'eth_getCode', [address, 'latest'])))
}
