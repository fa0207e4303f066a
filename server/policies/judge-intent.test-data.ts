import fc from 'fast-check'
import { encodeFunctionData, getAddress, type Hex, slice, zeroHash } from 'viem'
import { erc20Abi, erc20Selectors } from '@/contracts/generated/erc20'
import { judgeIntent, type PolicyIntent, type PolicyRules } from './judge-intent'
import { readCall } from './read-call'

export const NO_RULES: PolicyRules = {
  projectId: '01900000-0000-7000-8000-0000000000a1',
  perTransactionMicros: null,
  dailyMicros: null,
  approvalAboveMicros: null,
  allowedRecipients: null,
  allowedMethods: null,
}
export const TOKEN = getAddress('0x00000000000000000000000000000000000000c1')
export const FRIEND = getAddress('0x00000000000000000000000000000000000000f1')
export const STRANGER = getAddress('0xabcdefabcdefabcdefabcdefabcdefabcdefabcd')

export const send = (toAddress: string, valueUsdMicros: bigint | null = 1n): PolicyIntent => ({
  transactionId: '01900000-0000-7000-8000-000000000000',
  toAddress,
  contract: null,
  selector: null,
  valueUsdMicros,
})
export const call = (
  to: string | null,
  data: Hex | null,
  valueUsdMicros: bigint | null = 1n,
  value = 0n,
): PolicyIntent => {
  const { toAddress, contract, selector } = readCall({ to, data, value })
  return { ...send(toAddress, valueUsdMicros), contract, selector }
}
export const judge = (rules: Partial<PolicyRules>, intent: PolicyIntent, spent = 0n) =>
  judgeIntent({ ...NO_RULES, ...rules }, intent, spent)

export const friendOnly = { allowedRecipients: [{ address: FRIEND, label: '' }] }
export const anyOf = (contract: string) => ({ allowedMethods: [{ contract, selector: null, label: '' }] })
export const methodOf = (contract: string, signature: keyof typeof erc20Selectors) => ({
  allowedMethods: [{ contract, selector: erc20Selectors[signature], label: '' }],
})

/** Each ERC-20 method that hands over tokens or the right to them, in favour of `to`. */
export const callsFor = (to: Hex) => [
  encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, 5n] }),
  encodeFunctionData({ abi: erc20Abi, functionName: 'transferFrom', args: [FRIEND, to, 5n] }),
  encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [to, 5n] }),
  encodeFunctionData({ abi: erc20Abi, functionName: 'increaseAllowance', args: [to, 5n] }),
]

export const micros = fc.bigInt({ min: 0n, max: 10n ** 15n })
export const limit = fc.option(micros)

export const address = fc.bigInt({ min: 1n, max: 6n }).map((n) => getAddress(`0x${n.toString(16).padStart(40, '0')}`))
const selector = fc.constantFrom(
  erc20Selectors['transfer(address,uint256)'],
  erc20Selectors['approve(address,uint256)'],
  erc20Selectors['permit(address,address,uint256,uint256,uint8,bytes32,bytes32)'],
  slice(zeroHash, 0, 4), // of no known method
)
export const anyIntent = fc.record({
  transactionId: fc.constant('01900000-0000-7000-8000-000000000000'),
  toAddress: address,
  contract: fc.option(address),
  selector: fc.option(selector),
  valueUsdMicros: fc.option(micros),
})
export const anyRules = fc.record({
  projectId: fc.option(fc.uuid()),
  perTransactionMicros: limit,
  dailyMicros: limit,
  approvalAboveMicros: limit,
  allowedRecipients: fc.option(fc.array(fc.record({ address, label: fc.constant('') }), { maxLength: 4 })),
  allowedMethods: fc.option(
    fc.array(fc.record({ contract: address, selector: fc.option(selector), label: fc.constant('') }), { maxLength: 4 }),
  ),
})
