import type { policies } from '@/db/schema'
import { DEPLOYMENT_ADDRESS, type PolicyCode } from '@/schemas/policies/words'
import { TOKEN_METHODS } from '@/server/chains/evm/token-methods'
import { formatUsd } from '@/server/money/usd'
import { isSameAddress } from './is-same-address'

/** The intent that a policy judges: see `enforcePolicy`. */
export type PolicyIntent = {
  transactionId: string
  /**
   * The recipient of the asset: for a token transfer the token's recipient, for an unknown call the contract itself.
   */
  toAddress: string
  /** The contract of a call by `hd/sign`; null for transfers and plain sends. */
  contract: string | null
  /** The four bytes of its method; null if there is none. */
  selector: string | null
  /** The USD value of the assets that it moves; null without a price. */
  valueUsdMicros: bigint | null
}

export type PolicyRules = Pick<
  typeof policies.$inferSelect,
  'projectId' | 'perTransactionMicros' | 'dailyMicros' | 'approvalAboveMicros' | 'allowedRecipients' | 'allowedMethods'
>

type Broken = { refusal: string; code: PolicyCode }
type Verdict = Broken | { refusal: null; approval: { reason: string } | null }

/**
 * Whether the rules allow an intent, given what their project or business spent in the last 24 hours without it. The
 * verdict names the first rule that refuses. A call whose effect cannot be read passes USD rules only if its method is
 * allowed by name.
 */
export function judgeIntent(rules: PolicyRules, intent: PolicyIntent, spentMicros: bigint): Verdict {
  const rule = destinationRefusal(rules, intent) ?? valueRefusal(rules, intent, spentMicros)
  return rule ?? { refusal: null, approval: approvalOf(rules, intent) }
}

/**
 * The reason why transfers of one request need a second person by their sum: else a sum that needs one could be cut
 * into parts that do not. Null if they do not.
 */
export function approvalOfSum(
  { approvalAboveMicros, projectId }: Pick<PolicyRules, 'approvalAboveMicros' | 'projectId'>,
  totalMicros: bigint,
): string | null {
  if (approvalAboveMicros === null || totalMicros <= approvalAboveMicros) return null
  return approvalReason({ projectId }, `The batch of ${usd(totalMicros)} is above ${usd(approvalAboveMicros)}`)
}

type Scope = Pick<PolicyRules, 'projectId'>

/** The policy that a refusal names. */
export function policyName({ projectId }: Scope): string {
  return projectId === null ? 'Business policy' : 'Policy'
}

/** The reason why a policy needs a second person, as it is stored and shown. */
export function approvalReason(policy: Scope, reason: string): string {
  return policy.projectId === null ? `${policyName(policy)}: ${reason}` : reason
}

function destinationRefusal({ allowedMethods, allowedRecipients }: PolicyRules, intent: PolicyIntent): Broken | null {
  const { contract, toAddress } = intent
  const recipientIsAllowed =
    allowedRecipients === null || allowedRecipients.some((recipient) => isSameAddress(recipient.address, toAddress))
  if (contract === null) return recipientIsAllowed ? null : notRecipient(toAddress)
  const methodIsAllowed = isNamedMethod(allowedMethods, intent)
  if (isDeployment(intent))
    return methodIsAllowed ? null : broken('policy_method', 'deploying a contract needs a separate rule')
  if (allowedMethods !== null && !methodIsAllowed)
    return broken('policy_method', `${methodOf(intent)} is not an allowed method`)
  if (allowedRecipients === null) return null
  // An allowed method may do anything, except transfer its tokens to other recipients.
  if (isTokenMethod(intent)) {
    if (!isTokenCall(intent)) {
      return broken(
        'policy_unreadable',
        `recipients are restricted, and who gets the tokens of ${contract} cannot be determined`,
      )
    }
    return recipientIsAllowed ? null : notRecipient(toAddress)
  }
  if (recipientIsAllowed || methodIsAllowed) return null
  return broken('policy_method', `recipients are restricted, and ${methodOf(intent)} is not among the allowed methods`)
}

function valueRefusal(rules: PolicyRules, intent: PolicyIntent, spentMicros: bigint): Broken | null {
  const { perTransactionMicros, dailyMicros } = rules
  if (perTransactionMicros === null && dailyMicros === null) return null
  if (isOpaque(rules, intent)) {
    const unreadable = `what ${methodOf(intent)} moves cannot be determined`
    return broken(
      'policy_unreadable',
      `${unreadable}, and ${ownerOf(rules)} has limits in USD; allow the method by name`,
    )
  }
  const { valueUsdMicros } = intent
  const subject = intent.contract === null ? 'the transfer' : 'the call'
  if (valueUsdMicros === null) {
    return broken('policy_unpriced', `the asset has no price in USD now, and ${ownerOf(rules)} has limits in USD`)
  }
  if (perTransactionMicros !== null && valueUsdMicros > perTransactionMicros) {
    return broken(
      'policy_limit',
      `${subject} of ${usd(valueUsdMicros)} is above the limit of ${usd(perTransactionMicros)} per transaction`,
    )
  }
  const together = spentMicros + valueUsdMicros
  if (dailyMicros !== null && together > dailyMicros) {
    return broken(
      'policy_limit',
      `${subject} of ${usd(valueUsdMicros)} brings the last 24 hours to ${usd(together)}, above the limit of ${usd(dailyMicros)}`,
    )
  }
  return null
}

function broken(code: PolicyCode, refusal: string): Broken {
  return { code, refusal }
}

function notRecipient(address: string): Broken {
  return broken('policy_recipient', `${address} is not an allowed recipient`)
}

function approvalOf(rules: PolicyRules, intent: PolicyIntent): { reason: string } | null {
  const { approvalAboveMicros } = rules
  if (approvalAboveMicros === null) return null
  const { valueUsdMicros } = intent
  if (isOpaque(rules, intent)) return { reason: `What ${methodOf(intent)} moves cannot be determined` }
  if (valueUsdMicros === null) return { reason: 'The asset has no price in USD' }
  if (valueUsdMicros <= approvalAboveMicros) return null
  return { reason: `${usd(valueUsdMicros)} is above ${usd(approvalAboveMicros)}` }
}

/** A call that is not allowed by name and of which only the native value is known. */
function isOpaque({ allowedMethods }: PolicyRules, intent: PolicyIntent): boolean {
  if (intent.contract === null || isTokenCall(intent)) return false
  return !isNamedMethod(allowedMethods, intent)
}

function isTokenMethod({ contract, selector }: PolicyIntent): boolean {
  return contract !== null && selector !== null && selector.toLowerCase() in TOKEN_METHODS
}

/** Whether the calldata named the recipient of the tokens: `toAddress` is then that recipient and not the contract. */
function isTokenCall(intent: PolicyIntent): boolean {
  return isTokenMethod(intent) && intent.contract !== null && !isSameAddress(intent.contract, intent.toAddress)
}

function isNamedMethod(methods: PolicyRules['allowedMethods'], { contract, selector }: PolicyIntent): boolean {
  if (contract === null || methods === null) return false
  return methods.some(
    (rule) =>
      isSameAddress(rule.contract, contract) &&
      (rule.selector === null || rule.selector.toLowerCase() === selector?.toLowerCase()),
  )
}

function isDeployment({ contract }: PolicyIntent): boolean {
  return contract !== null && isSameAddress(contract, DEPLOYMENT_ADDRESS)
}

function methodOf({ contract, selector }: PolicyIntent): string {
  const signature = selector === null ? undefined : TOKEN_METHODS[selector.toLowerCase()]?.signature
  return `${signature ?? selector ?? 'a call without a method'} of ${contract}`
}

function ownerOf({ projectId }: PolicyRules): string {
  return projectId === null ? 'the business' : 'the project'
}

function usd(micros: bigint): string {
  return `$${formatUsd(micros)}`
}
