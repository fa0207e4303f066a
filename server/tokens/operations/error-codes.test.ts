import { type Abi, type AbiParameter, encodeErrorResult, pad, slice, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { assetTokenAbi } from '@/contracts/generated/asset-token'
import { yieldTokenAbi } from '@/contracts/generated/yield-token'
import { revertReason } from '@/server/chains/evm/revert-reason'
import { codeOfFailure, codeOfReason } from './error-codes'

/** The code that a customer reads for each error of the asset contracts. */
const CODES: Record<string, string> = {
  EnforcedPause: 'paused',
  ExpectedPause: 'token_state',
  FrozenTokens: 'frozen',
  HolderLimit: 'holder_limit',
  InsufficientBalance: 'insufficient_balance',
  InvalidWallet: 'not_registered',
  InvestorLimit: 'investor_limit',
  LockedUp: 'locked_up',
  NotRegistered: 'not_registered',
  SupplyLimit: 'supply_limit',
  TokenClosed: 'token_closed',
  UnderFunded: 'token_takes_fee',
  WalletFrozen: 'frozen',
  WalletHoldsTokens: 'wallet_holds_tokens',
  WalletTaken: 'wallet_taken',
}

/** The errors that no request of a customer can mend: they stay `transaction_failed`, with their name in the text. */
const WITHOUT_CODE = [
  'AlreadyRecorded',
  'CheckpointUnorderedInsertion',
  'ERC20InsufficientAllowance',
  'ERC20InsufficientBalance',
  'ERC20InvalidApprover',
  'ERC20InvalidReceiver',
  'ERC20InvalidSender',
  'ERC20InvalidSpender',
  'InvalidFraction',
  'InvalidIndex',
  'InvalidInitialization',
  'InvalidPaymentToken',
  'LengthMismatch',
  'NotAdmin',
  'NotEnoughGas',
  'NotFunded',
  'NotInitializing',
  'NotItself',
  'NotRecorded',
  'NotSettled',
  'Overcharged',
  'PaymentRefused',
  'RecordTimeAhead',
  'ReentrancyGuardReentrantCall',
  'SafeERC20FailedOperation',
]

const ABI = [...yieldTokenAbi, ...assetTokenAbi]
const errors = [...new Map(ABI.flatMap((item) => (item.type === 'error' ? [[item.name, item] as const] : []))).values()]

const EMPTY: Record<string, unknown> = { address: zeroAddress, bytes: '0x', uint256: 0n, uint8: 0 }
function emptyOf({ type }: AbiParameter): unknown {
  if (!(type in EMPTY)) throw new Error(`no value for ${type}`)
  return EMPTY[type]
}

/** The data of a revert with the error, its arguments empty. */
function dataOf(error: (typeof errors)[number]) {
  return encodeErrorResult<Abi>({ abi: [error], args: error.inputs.map(emptyOf) })
}

test('each error of the asset contracts has a code, or is named as one without', () => {
  const names = errors.map(({ name }) => name)
  expect([...Object.keys(CODES), ...WITHOUT_CODE].sort()).toEqual(names.sort())
})

test.each(errors.map((error) => ({ name: error.name, data: dataOf(error) })))('$name', ({ name, data }) => {
  const code = CODES[name] ?? null
  expect(codeOfFailure(`The transaction ${revertReason(data)}`)).toBe(code ?? 'transaction_failed')
  // A batch gives the first four bytes of the error as the reason of a line.
  expect(codeOfReason(pad(slice(data, 0, 4), { dir: 'right', size: 32 }))).toBe(code)
})
