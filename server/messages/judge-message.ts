import { erc20Selectors } from '@/contracts/generated/erc20'
import { delegateAddress } from '@/server/chains/evm/delegate'
import type { Chain } from '@/server/chains/registry'
import { refusal } from '@/server/errors'
import { isSameAddress } from '@/server/policies/is-same-address'
import { limitsAnything } from '@/server/policies/limits-anything'
import type { PolicyRow } from '@/server/policies/view'
import type { ReadMessage } from './read-message'
import { hasField, type TypedData } from './read-typed-data'

type Signing = {
  message: ReadMessage
  /** The wallet that signs. */
  address: string
  /** The chain that the domain of typed data names; null for other messages. */
  chain: Pick<Chain, 'tokens'> | null
  /** The policies in force for the project, its business's among them. */
  policies: readonly PolicyRow[]
  now: Date
}

/** Permits that are read: the method that takes the signature, who may spend by it, and when it ends. */
const READ_PERMITS: Record<
  string,
  { fields: string; selector: string; owner: string; spender: string; until: string }
> = {
  Permit: {
    fields: 'address owner,address spender,uint256 value,uint256 nonce,uint256 deadline',
    ...{
      selector: erc20Selectors['permit(address,address,uint256,uint256,uint8,bytes32,bytes32)'],
      owner: 'owner',
      spender: 'spender',
      until: 'deadline',
    },
  },
  TransferWithAuthorization: {
    fields: 'address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce',
    ...{ selector: '0xe3ee160e', owner: 'from', spender: 'to', until: 'validBefore' },
  },
  ReceiveWithAuthorization: {
    fields: 'address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce',
    ...{ selector: '0xef55bec6', owner: 'from', spender: 'to', until: 'validBefore' },
  },
}
const MAX_PERMIT_SECONDS = 30n * 86_400n

const PERMIT2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const MONEY_NAMES =
  /permit|authorization|approv|allowance|delegat|useroperation|safetx|safemessage|forwardrequest|metatransaction|order|withdraw|transfer|execut|^operation$|^call/i

/**
 * Refuses a message that no rule allows. What moves money needs a method rule that names its contract, and under a
 * policy that limits anything so does all typed data. What cannot be read is refused. Throws failed.
 */
export function requireAllowed(signing: Signing): void {
  const { message, address, policies } = signing
  const limiting = policies.filter(limitsAnything)
  if (message.kind !== 'typedData') {
    if (limiting.length === 0) return
    throw refusal('policy_unreadable', { message: UNREADABLE })
  }
  const { typedData } = message
  // The holder of such a signature can have the account's own code do anything.
  if (
    isSameAddress(typedData.verifyingContract, address) ||
    isSameAddress(typedData.verifyingContract, delegateAddress())
  )
    throw refusal('message_moves_money', {
      param: 'typedData',
      message: 'Typed data for the wallet itself is never signed',
    })
  if (movesMoney(typedData, signing.chain)) requirePermitted(typedData, signing, limiting)
  else requireNamed(typedData, limiting, null)
}

/** Whether a contract may take the signature as consent to move or to spend something of the wallet. */
function movesMoney(typedData: TypedData, chain: Signing['chain']): boolean {
  const { primaryType, verifyingContract, domainName } = typedData
  const isToken = chain?.tokens.some((token) => isSameAddress(token.address, verifyingContract)) ?? false
  return (
    isToken ||
    isSameAddress(verifyingContract, PERMIT2) ||
    /permit2|slipwaydelegate/i.test(domainName ?? '') ||
    MONEY_NAMES.test(primaryType) ||
    hasField(typedData, /^(spender|operator|delegatee?)$/i, 'address') ||
    (hasField(typedData, /^(to|recipient|receiver)$/i, 'address') &&
      hasField(typedData, /^(value|amount|wad)$/i, 'uint256'))
  )
}

function requirePermitted(typedData: TypedData, { address, now }: Signing, limiting: readonly PolicyRow[]): void {
  const { primaryType, fields, message } = typedData
  const permit = Object.hasOwn(READ_PERMITS, primaryType) ? READ_PERMITS[primaryType] : undefined
  if (!permit || fields.map(({ name, type }) => `${type} ${name}`).join(',') !== permit.fields)
    throw moves(`${primaryType} may move what the wallet holds, and is none of the permits that are read`)
  if (limiting.length === 0)
    throw moves(
      `${primaryType} moves what the wallet holds: it needs a policy whose methods name ${permit.selector} of the token`,
    )
  if (!isSameAddress(String(message[permit.owner]), address))
    throw moves(`${permit.owner} is not the wallet that signs`)
  const latest = BigInt(Math.floor(now.getTime() / 1_000)) + MAX_PERMIT_SECONDS
  if (BigInt(String(message[permit.until])) > latest) throw moves(`${permit.until} is more than 30 days away`)
  const spender = String(message[permit.spender])
  requireNamed(typedData, limiting, permit.selector)
  for (const policy of limiting) {
    if (hasUsdRule(policy)) throw refusal('policy_unreadable', { message: UNCOUNTED })
    const { allowedRecipients } = policy
    if (allowedRecipients !== null && !allowedRecipients.some((rule) => isSameAddress(rule.address, spender)))
      throw refusal('policy_recipient', { message: `Policy: ${spender} is not an allowed recipient` })
  }
}

function requireNamed(typedData: TypedData, limiting: readonly PolicyRow[], selector: string | null): void {
  if (limiting.every((policy) => isNamed(policy, typedData, selector))) return
  const { primaryType, verifyingContract } = typedData
  throw refusal('policy_method', { message: `Policy: ${primaryType} of ${verifyingContract} is not an allowed method` })
}

/** A rule for the contract and this selector, or for any method of it. */
function isNamed({ allowedMethods }: PolicyRow, { verifyingContract }: TypedData, selector: string | null): boolean {
  return (allowedMethods ?? []).some(
    (rule) =>
      isSameAddress(rule.contract, verifyingContract) &&
      (rule.selector === null || (selector !== null && rule.selector.toLowerCase() === selector)),
  )
}

function hasUsdRule({ perTransactionMicros, dailyMicros, approvalAboveMicros }: PolicyRow): boolean {
  return [perTransactionMicros, dailyMicros, approvalAboveMicros].some((limit) => limit !== null)
}

const UNREADABLE =
  'Policy: what a signed message allows cannot be determined, and the project or its business has limits'
const UNCOUNTED = 'Policy: a permit is counted by no limit in USD, and the project or its business has such limits'

function moves(message: string) {
  return refusal('message_moves_money', { param: 'typedData', message })
}
