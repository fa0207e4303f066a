import { PROGRAMS } from '@/server/chains/solana/programs'
import type { TokenMove, TokenParty } from '@/server/chains/solana/token-moves'
import type { ReadEvent } from './match-log'

/**
 * The event of a Solana token movement for a subscription with these keys; null if it requests none. As on EVM chains,
 * a mint or burn is a `transfer` if its own key is not requested. `amount` is the received amount; `decoded` also has a
 * withheld fee.
 */
export function readMove(events: readonly string[], move: TokenMove): ReadEvent | null {
  const eventType = [move.kind, 'transfer'].find((key) => events.includes(key))
  if (eventType === undefined) return null
  const { instruction, program, mint, decimals, source, destination, authority, units, feeUnits, isFeeShared } = move
  const decoded = {
    program: program === PROGRAMS.token ? 'spl-token' : 'spl-token-2022',
    instruction,
    mint,
    decimals: decimals === null ? null : String(decimals),
    source: source?.account ?? null,
    sourceOwner: source?.owner ?? null,
    destination: destination?.account ?? null,
    destinationOwner: destination?.owner ?? null,
    authority,
    amount: units.toString(),
    fee: feeUnits.toString(),
    ...(isFeeShared && { isFeeShared }),
  }
  const nameOf = (party: TokenParty | null) => party?.owner ?? party?.account ?? mint
  const amount = (units - feeUnits).toString()
  return { eventType, from: nameOf(source), to: nameOf(destination), amount, decoded, ordinal: null }
}
