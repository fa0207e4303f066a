import { openOutsider } from '@/e2e/faults/outsider'
import type { FaultChain } from '@/e2e/faults/stack/fault-chain'

const ANYBODY = '0x00000000000000000000000000000000000000e7'
/** One of so many goes to nobody's wallet. */
const ASTRAY = 10

/** An outside payer who pays customers' wallets in turn, in tokens and coins: the truth for deposits. */
export async function openDepositLoad(chain: FaultChain, wallets: readonly string[]) {
  // Events use the other token.
  const outsider = await openOutsider(chain, 'USDC')
  const paid = new Map<string, { address: string; units: bigint }>()
  let count = 0
  return {
    async send(): Promise<void> {
      const n = count++
      const units = BigInt(n + 1)
      const address = n % ASTRAY === ASTRAY - 1 ? ANYBODY : (wallets[paid.size % wallets.length] ?? ANYBODY)
      const hash = await (n % 2 === 0 ? outsider.sendTokens(address, units) : outsider.sendCoins(address, units))
      if (address !== ANYBODY) paid.set(hash, { address, units })
    },
    /** How many were sent to wallets. */
    sent: () => paid.size,
    /** Each as `toText` writes a deposit, by the chain's receipts; those that are not mined yet are missing. */
    async truth(): Promise<string[]> {
      const landed = await outsider.landed()
      return landed.flatMap(({ hash, logIndex }) => {
        const one = paid.get(hash)
        return one ? [toText({ chainId: chain.chainId, hash, logIndex, ...one })] : []
      })
    },
  }
}
export type DepositLoad = Awaited<ReturnType<typeof openDepositLoad>>

type Deposited = { chainId: number; hash: string; logIndex: number | null; address: string; units: bigint }

export function toText({ chainId, hash, logIndex, address, units }: Deposited): string {
  return `${chainId} ${hash} ${logIndex} ${address} ${units}`
}
