import type { Instruction } from '@/server/chains/solana/encode-message'
import { encodeProgramCall } from '@/server/chains/solana/program-call-data'
import type { Tenant } from '@/server/ctx'
import { toContractRefusal } from '@/server/tokens/operations/error-codes'
import type { CallEffect, OperationPlan } from '@/server/tokens/operations/plan'
import type { OperationRefusal } from '@/server/tokens/operations/prepare-operation'
import type { LoadedToken } from '@/server/tokens/plans/load-token'
import { burn, type MintAuthority, setFrozen, transferChecked } from './asset-instructions'
import { mintAuthorityOf } from './mint-authority-of'
import { type HolderState, problemOf, readHolderStates } from './read-holder-states'

type Move = {
  /** The recipient; null for a burn. */
  to: string | null
  from: string
  units: bigint
  /** Whether the tokenAdmin moves it for the holder. */
  forced: boolean
  effect: CallEffect
}
type Planned = Pick<OperationPlan, 'calls'> & { earlyRefusal: OperationRefusal | null }

/**
 * The call that burns or moves a holder's tokens. Frozen accounts are thawed for it and frozen again in the same
 * transaction. Throws unavailable.
 */
export async function moveOnSolana(tenant: Tenant, loaded: LoadedToken, move: Move): Promise<Planned> {
  const { token } = loaded
  const { from, to, forced, effect } = move
  const owners = to === null ? [from] : [from, to]
  const states = await readHolderStates(tenant, loaded, owners)
  const source = states.get(from)
  const earlyRefusal = refusalOf(move, source, to === null ? null : states.get(to))
  if (earlyRefusal) return { calls: [], earlyRefusal }
  const acting = { ...mintAuthorityOf(token), authority: forced ? token.adminAddress : from }
  const isThawed = forced && source?.account === 'frozen'
  const data = encodeProgramCall(around(acting, { owner: from, isThawed }, moveOf(acting, move, token.decimals)))
  const call = { from: acting.authority, to: token.contractAddress, data, effect }
  return { calls: [call], earlyRefusal: null }
}

function refusalOf(
  { units, forced }: Move,
  source: HolderState | undefined,
  target: HolderState | null | undefined,
): OperationRefusal | null {
  const own = problemOf(source)
  if (own !== null && (!forced || source?.account === 'missing'))
    return toContractRefusal(forced ? 'insufficient_balance' : own)
  const theirs = target === null ? null : problemOf(target)
  if (theirs) return toContractRefusal(theirs)
  return (source?.units ?? 0n) < units ? toContractRefusal('insufficient_balance') : null
}

function moveOf(acting: MintAuthority, { from, to, units }: Move, decimals: number): Instruction {
  if (to === null) return burn(acting, { owner: from, units })
  return transferChecked(acting, { from, to, units, decimals })
}

function around(
  acting: MintAuthority,
  { owner, isThawed }: { owner: string; isThawed: boolean },
  instruction: Instruction,
): Instruction[] {
  if (!isThawed) return [instruction]
  const set = (isFrozen: boolean) => setFrozen(acting, { owner, isFrozen })
  return [set(false), instruction, set(true)]
}
