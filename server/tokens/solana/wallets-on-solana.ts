import type { Instruction } from '@/server/chains/solana/encode-message'
import { encodeProgramCall } from '@/server/chains/solana/program-call-data'
import type { Tenant } from '@/server/ctx'
import type { ContractCode } from '@/server/tokens/operations/error-codes'
import { toContractRefusal } from '@/server/tokens/operations/error-codes'
import type { OperationPlan } from '@/server/tokens/operations/plan'
import type { OperationRefusal } from '@/server/tokens/operations/prepare-operation'
import type { LoadedToken } from '@/server/tokens/plans/load-token'
import { createAccount, type MintAuthority, setFrozen } from './asset-instructions'
import { mintAuthorityOf } from './mint-authority-of'
import { packLinesIntoCalls } from './pack-lines-into-calls'
import { type HolderState, readHolderStates } from './read-holder-states'

type Line = { address: string; investorId?: string }
type Lines = Pick<OperationPlan, 'calls' | 'decidedCodes'>

const REGISTERED_PER_CALL = 6
const REMOVED_PER_CALL = 12

/** Registers wallets: creates and thaws their accounts; those that were frozen stay frozen. Throws unavailable. */
export async function registerOnSolana(tenant: Tenant, loaded: LoadedToken, lines: readonly Line[]): Promise<Lines> {
  const acting = mintAuthorityOf(loaded.token)
  const { stateOf, addresses } = await statesOf(tenant, loaded, lines)
  const codes = lines.map(({ address, investorId }) => {
    const { isRegistered, investorId: known } = stateOf(address)
    // The chain does not name the investor of a wallet whose registration a restored backup lacks.
    return isRegistered && known !== null && known !== investorId ? ('wallet_taken' as const) : null
  })
  const toInstructions = ({ address }: Line) => {
    const { account, isFrozen } = stateOf(address)
    return [
      ...(account === 'missing' ? [createAccount(acting, address)] : []),
      ...ensureFrozen(acting, address, isFrozen, account),
    ]
  }
  const calls = packLinesIntoCalls({ token: loaded.token, lines, codes, perCall: REGISTERED_PER_CALL, toInstructions })
  return { calls, decidedCodes: addresses.map((_, line) => codes[line] ?? null) }
}

/** Removes registrations: freezes the accounts of wallets without units. Throws unavailable. */
export async function removeOnSolana(tenant: Tenant, loaded: LoadedToken, lines: readonly Line[]): Promise<Lines> {
  const acting = mintAuthorityOf(loaded.token)
  const { stateOf } = await statesOf(tenant, loaded, lines)
  const codes = lines.map(({ address }): ContractCode | null => {
    const { account, units, isRegistered } = stateOf(address)
    if (account === 'missing' || (account === 'frozen' && !isRegistered)) return 'not_registered'
    return units > 0n ? 'wallet_holds_tokens' : null
  })
  const toInstructions = ({ address }: Line) => ensureFrozen(acting, address, true, stateOf(address).account)
  const calls = packLinesIntoCalls({ token: loaded.token, lines, codes, perCall: REMOVED_PER_CALL, toInstructions })
  return { calls, decidedCodes: codes }
}

type Freeze = { address: string; frozen: boolean }

/** Freezes the account of a registered wallet, or thaws it. Throws unavailable. */
export async function freezeOnSolana(
  tenant: Tenant,
  loaded: LoadedToken,
  { address, frozen }: Freeze,
): Promise<Pick<OperationPlan, 'calls'> & { earlyRefusal: OperationRefusal | null }> {
  const { stateOf } = await statesOf(tenant, loaded, [{ address }])
  const { account, isRegistered } = stateOf(address)
  if (account === 'missing' || !isRegistered) return { calls: [], earlyRefusal: toContractRefusal('not_registered') }
  const data = encodeProgramCall(ensureFrozen(mintAuthorityOf(loaded.token), address, frozen, account))
  const { adminAddress: from, contractAddress: to } = loaded.token
  return { calls: [{ from, to, data, effect: null }], earlyRefusal: null }
}

async function statesOf(tenant: Tenant, loaded: LoadedToken, lines: readonly Line[]) {
  const addresses = lines.map(({ address }) => address)
  const states = await readHolderStates(tenant, loaded, addresses)
  const none: HolderState = { account: 'missing', units: 0n, isRegistered: false, isFrozen: false, investorId: null }
  return { addresses, stateOf: (address: string) => states.get(address) ?? none }
}

/**
 * Instructions that freeze or thaw an account. The program refuses a state that is already set, so that is changed and
 * changed back. New accounts start frozen.
 */
function ensureFrozen(
  acting: MintAuthority,
  owner: string,
  isFrozen: boolean,
  account: HolderState['account'],
): Instruction[] {
  const isSo = (account === 'open') !== isFrozen
  const to = setFrozen(acting, { owner, isFrozen })
  return isSo ? [setFrozen(acting, { owner, isFrozen: !isFrozen }), to] : [to]
}
