import type { DecodedInstruction, DecodedMessage } from './decode-message'
import { isTokenProgram, PROGRAMS } from './programs'
import { networkFeeLamports } from './transfer'

/** The limits on the use of the platform's fee payer in one message. */
export type FeePayerLimits = {
  feePayer: string
  /** The only other signer. */
  sender: string
  /** Signatures and priority fee together. */
  maxFeeLamports: bigint
  /**
   * New token accounts have a separate budget, because their rent is many times a fee and an attacker could drain it.
   */
  rentBudgetLamports: bigint
  rentPerAccountLamports: bigint
}

/**
 * Runs before every signature of the fee payer. The fee payer may pay for the message and for new associated accounts,
 * and nothing else. No instruction may name it elsewhere, so nothing can move, close, assign or delegate its assets.
 * Only the instructions of a transfer are allowed, on any account. Returns the first objection, or null. Pure.
 */
export function checkFeePayerPolicy(message: DecodedMessage, limits: FeePayerLimits): string | null {
  const { accountKeys, requiredSignatures, lookups, instructions } = message
  if (lookups.length > 0) return 'uses lookup tables'
  if (accountKeys[0] !== limits.feePayer) return 'is paid by another account'
  if (requiredSignatures !== 2 || accountKeys[1] !== limits.sender) return 'asks for other signatures'
  const totals: Totals = { newAccounts: 0n, computeUnits: null, microLamports: null }
  for (const instruction of instructions) {
    const objection = checkInstruction(message, instruction, totals, limits)
    if (objection) return objection
  }
  if (totals.computeUnits === null) return 'sets no compute limit'
  const feeLamports = networkFeeLamports(requiredSignatures, totals.computeUnits, totals.microLamports ?? 0n)
  if (feeLamports > limits.maxFeeLamports) return 'costs more than its fee limit'
  if (totals.newAccounts * limits.rentPerAccountLamports > limits.rentBudgetLamports)
    return 'costs more than its rent budget'
  return null
}

/** The totals of a message. */
export type Totals = { newAccounts: bigint; computeUnits: number | null; microLamports: bigint | null }

function checkInstruction(
  { accountKeys }: DecodedMessage,
  instruction: DecodedInstruction,
  totals: Totals,
  limits: FeePayerLimits,
): string | null {
  const program = accountKeys[instruction.programIndex]
  const accounts = instruction.accounts.map((index) => accountKeys[index])
  const data = Buffer.from(instruction.data)
  const mayPay = program === PROGRAMS.associatedToken
  if (accounts.slice(mayPay ? 1 : 0).includes(limits.feePayer)) return 'uses the fee payer as more than the payer'
  if (program === PROGRAMS.computeBudget) return checkBudget(data, accounts, totals)
  if (program === PROGRAMS.memo) return accounts.length === 0 ? null : 'has a memo with accounts'
  if (program === PROGRAMS.system) return checkSystem(data, accounts, limits)
  if (program === PROGRAMS.associatedToken) return checkCreate(data, accounts, totals, limits)
  if (isTokenProgram(program ?? '')) return checkToken(data, accounts, limits)
  return 'calls a program that is not allowed'
}

type Keys = (string | undefined)[]

function checkBudget(data: Buffer, accounts: Keys, totals: Totals): string | null {
  if (accounts.length > 0) return 'gives the compute budget accounts'
  if (data[0] === 2 && data.length === 5 && totals.computeUnits === null) {
    totals.computeUnits = data.readUInt32LE(1)
    return null
  }
  if (data[0] === 3 && data.length === 9 && totals.microLamports === null) {
    totals.microLamports = data.readBigUInt64LE(1)
    return null
  }
  return 'sets the compute budget in a way that is not allowed'
}

function checkSystem(data: Buffer, accounts: Keys, { sender }: FeePayerLimits): string | null {
  const isTransfer = data.length === 12 && data.readUInt32LE(0) === 2 && accounts.length === 2
  if (!isTransfer) return 'calls the system program for more than a transfer'
  return accounts[0] === sender ? null : 'moves lamports of another account than the sender'
}

function checkToken(data: Buffer, accounts: Keys, { sender }: FeePayerLimits): string | null {
  const isTransfer = data.length === 10 && data[0] === 12 && accounts.length === 4
  if (!isTransfer) return 'calls a token program for more than a checked transfer'
  return accounts[3] === sender ? null : 'moves tokens under another authority than the sender'
}

/** Refuses everything except the creation of an associated account that the fee payer pays for. */
export function checkCreate(data: Buffer, accounts: Keys, totals: Totals, { feePayer }: FeePayerLimits): string | null {
  const [payer, , , , system, tokenProgram] = accounts
  const isCreate = data.length === 1 && data[0] === 1 && accounts.length === 6
  if (!isCreate || payer !== feePayer) return 'calls the associated-account program for more than making an account'
  if (system !== PROGRAMS.system || !isTokenProgram(tokenProgram ?? '')) return 'makes an account of another program'
  totals.newAccounts += 1n
  return null
}
