import { fromBase58, toBase58 } from './base58'
import { checkCreate, type FeePayerLimits, type Totals } from './check-fee-payer-policy'
import type { DecodedInstruction, DecodedMessage } from './decode-message'
import { isTokenProgram, PROGRAMS } from './programs'
import { networkFeeLamports } from './transfer'

type Keys = (string | undefined)[]

/**
 * The allowed instructions of a token program, by the first byte (and the second, where that decides): the number of
 * accounts, and the index of the authority.
 */
const ALLOWED: Readonly<Record<string, { accounts: number; authority: number }>> = {
  7: { accounts: 3, authority: 2 }, // mint to
  8: { accounts: 3, authority: 2 }, // burn
  10: { accounts: 3, authority: 2 }, // freeze
  11: { accounts: 3, authority: 2 }, // thaw
  12: { accounts: 4, authority: 3 }, // checked transfer
  '44 1': { accounts: 2, authority: 1 }, // pause
  '44 2': { accounts: 2, authority: 1 }, // resume
}
/** Initializes the mint that the same message created; needs no authority. */
const INITIALIZING = ['20', '28 0', '35', '39 0', '44 0']
const METADATA_INITIALIZE = 'd2e11ea258b84d8d'
const [TRANSFER, ALLOCATE_WITH_SEED] = [2, 9]
/** Twice the rent of the largest possible mint: a limit on the rent that a node reports. */
export const MAX_MINT_LAMPORTS = 10_000_000n
const [TRANSFER_BYTES, ALLOCATE_WITH_SEED_BYTES] = [12, 116]

/**
 * Runs before every signature of the fee payer under a program call. The fee payer may pay for the message and for the
 * rent of associated accounts and of mints whose address is derived from the sender's. No instruction may name it
 * otherwise. Every other instruction must be one of a short list, under the sender's authority. Returns the first
 * objection, or null. Pure.
 */
export function checkCallPolicy(message: DecodedMessage, limits: FeePayerLimits): string | null {
  const { accountKeys, requiredSignatures, lookups, instructions } = message
  if (lookups.length > 0) return 'uses lookup tables'
  if (accountKeys[0] !== limits.feePayer) return 'is paid by another account'
  if (requiredSignatures !== 2 || accountKeys[1] !== limits.sender) return 'asks for other signatures'
  const state: State = { newAccounts: 0n, computeUnits: null, microLamports: null, mints: new Set(), lamports: 0n }
  for (const instruction of instructions) {
    const objection = checkInstruction(message, instruction, { state, limits })
    if (objection) return objection
  }
  if (state.computeUnits === null) return 'sets no compute limit'
  const feeLamports = networkFeeLamports(requiredSignatures, state.computeUnits, state.microLamports ?? 0n)
  if (feeLamports > limits.maxFeeLamports) return 'costs more than its fee limit'
  const rent = state.newAccounts * limits.rentPerAccountLamports + state.lamports
  return rent > limits.rentBudgetLamports ? 'costs more than its rent budget' : null
}

/** `lamports`: the lamports of new mints. */
type State = Totals & { mints: Set<string>; lamports: bigint }
type Checking = { state: State; limits: FeePayerLimits }

function checkInstruction({ accountKeys }: DecodedMessage, instruction: DecodedInstruction, checking: Checking) {
  const { state, limits } = checking
  const program = accountKeys[instruction.programIndex] ?? ''
  const accounts = instruction.accounts.map((index) => accountKeys[index])
  const data = Buffer.from(instruction.data)
  const mayPay = program === PROGRAMS.associatedToken || program === PROGRAMS.system
  if (accounts.slice(mayPay ? 1 : 0).includes(limits.feePayer)) return 'uses the fee payer as more than the payer'
  if (program === PROGRAMS.computeBudget) return checkBudget(data, accounts, state)
  if (program === PROGRAMS.memo) return accounts.length === 0 ? null : 'has a memo with accounts'
  if (program === PROGRAMS.associatedToken) return checkCreate(data, accounts, state, limits)
  if (program === PROGRAMS.system) return checkNewMint(data, accounts, checking)
  if (isTokenProgram(program)) return checkToken(data, accounts, checking)
  return 'calls a program that is not allowed'
}

function checkBudget(data: Buffer, accounts: Keys, state: State): string | null {
  if (accounts.length > 0) return 'gives the compute budget accounts'
  if (data[0] === 2 && data.length === 5 && state.computeUnits === null) {
    state.computeUnits = data.readUInt32LE(1)
    return null
  }
  if (data[0] === 3 && data.length === 9 && state.microLamports === null) {
    state.microLamports = data.readBigUInt64LE(1)
    return null
  }
  return 'sets the compute budget in a way that is not allowed'
}

/** Allows an account of the Token-2022 program at an address that only the sender can use, and then its rent. */
function checkNewMint(data: Buffer, accounts: Keys, checking: Checking): string | null {
  const kind = data.length < 4 ? null : data.readUInt32LE(0)
  if (kind === ALLOCATE_WITH_SEED && data.length === ALLOCATE_WITH_SEED_BYTES && accounts.length === 2)
    return checkAllocation(data, accounts, checking)
  if (kind === TRANSFER && data.length === TRANSFER_BYTES && accounts.length === 2)
    return checkRent(data.readBigUInt64LE(4), accounts, checking)
  return 'calls the system program for more than making a mint'
}

function checkAllocation(data: Buffer, [mint, base]: Keys, { state, limits }: Checking): string | null {
  if (base !== limits.sender || toBase58(data.subarray(4, 36)) !== limits.sender)
    return 'makes an account of another base than the sender'
  if (!data.subarray(84).equals(fromBase58(PROGRAMS.token2022))) return 'makes an account of another program'
  if (mint === undefined || state.mints.size > 0) return 'makes more than one mint'
  state.mints.add(mint)
  return null
}

function checkRent(lamports: bigint, [payer, mint]: Keys, { state, limits }: Checking): string | null {
  if (payer !== limits.feePayer || !state.mints.has(mint ?? '')) return 'moves lamports to more than the mint it makes'
  if (lamports > MAX_MINT_LAMPORTS || state.lamports > 0n) return 'pays for more than one mint'
  state.lamports += lamports
  return null
}

function checkToken(data: Buffer, accounts: Keys, { state, limits }: Checking): string | null {
  const name = `${data[0]} ${data[1]}`
  const [first] = accounts
  if (data.subarray(0, 8).toString('hex') === METADATA_INITIALIZE) {
    const isOwn = accounts.length === 4 && state.mints.has(first ?? '') && accounts[3] === limits.sender
    return isOwn ? null : 'names a token that it does not make'
  }
  if (accounts.length === 1 && INITIALIZING.some((each) => each === `${data[0]}` || each === name))
    return state.mints.has(first ?? '') ? null : 'initializes an account that it does not make'
  const rule = ALLOWED[`${data[0]}`] ?? ALLOWED[name]
  if (!rule || accounts.length !== rule.accounts) return 'asks a token program for what is not allowed'
  return accounts[rule.authority] === limits.sender ? null : 'acts under another authority than the sender'
}
