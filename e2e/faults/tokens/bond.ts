import { z } from 'zod'
import type { Random } from '@/e2e/faults/random'
import type { FaultChain } from '@/e2e/faults/stack/fault-chain'

/** The bond of a round, with the values that the checks compare it with. */
export type Bond = {
  id: string
  contractAddress: string
  admin: string
  /** The balance that each holder must have, in units of eight decimals. */
  holders: ReadonlyMap<string, bigint>
  /** UTC day of its one coupon of the round. */
  payDate: string
  /** The requested operations: each of these ends once. */
  operations: Set<string>
}

export const DECIMALS = 8
export const RATE_PERCENT = 10n
export const FACE = 100n
/** The admin has so many units of the payment token, of six decimals: far more than a coupon takes. */
export const FUNDS = 1_000_000_000n

const block = z.object({ timestamp: z.string().transform((text) => Number(BigInt(text))) })
const SECONDS_PER_DAY = 86_400
const MAX_UNITS = 2_000_000_000

async function chainSeconds({ ask }: FaultChain): Promise<number> {
  return block.parse(await ask('eth_getBlockByNumber', 'latest', false)).timestamp
}

export function dayOf(seconds: number): string {
  return new Date(seconds * 1_000).toISOString().slice(0, 10)
}

/** The day after the chain's, and two years on. */
export async function datesOf(chain: FaultChain): Promise<{ payDate: string; maturityDate: string }> {
  const now = await chainSeconds(chain)
  return { payDate: dayOf(now + SECONDS_PER_DAY), maturityDate: dayOf(now + 730 * SECONDS_PER_DAY) }
}

/** Moves the chain's clock to the first minute of a day; its blocks continue from there. */
export async function travelTo(chain: FaultChain, day: string): Promise<void> {
  const wanted = Date.parse(`${day}T00:01:00Z`) / 1_000
  const now = await chainSeconds(chain)
  if (now < wanted) await chain.ask('evm_increaseTime', wanted - now)
  await chain.ask('anvil_mine', '0x1')
}

/** Strangers' addresses with amounts whose coupons have to be rounded. */
export function drawHolders(random: Random, count: number): Map<string, bigint> {
  const digit = () => random.between(0, 15).toString(16)
  const address = () => `0x${Array.from({ length: 40 }, digit).join('')}`
  return new Map(Array.from({ length: count }, () => [address(), BigInt(random.between(1, MAX_UNITS))]))
}

/** Units as a decimal in whole tokens. */
export function toAmount(units: bigint): string {
  const text = units.toString().padStart(DECIMALS + 1, '0')
  return `${text.slice(0, -DECIMALS)}.${text.slice(-DECIMALS)}`
}
