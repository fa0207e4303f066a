import { isSameAddress } from './is-same-address'
import type { PolicyRules } from './judge-intent'

type Rules = Omit<PolicyRules, 'projectId'>

/**
 * Rules that allow only what both active policies allow, and require a second person if either does. If only one of
 * them lists methods, no method is allowed: a method that is allowed by name is exempt from other limits.
 */
export function stricterRules(one: Rules, other: Rules): Rules {
  return {
    perTransactionMicros: lower(one.perTransactionMicros, other.perTransactionMicros),
    dailyMicros: lower(one.dailyMicros, other.dailyMicros),
    approvalAboveMicros: lower(one.approvalAboveMicros, other.approvalAboveMicros),
    allowedRecipients: commonRecipients(one.allowedRecipients, other.allowedRecipients),
    allowedMethods: commonMethods(one.allowedMethods, other.allowedMethods),
  }
}

function lower(one: bigint | null, other: bigint | null): bigint | null {
  if (one === null || other === null) return one ?? other
  return one < other ? one : other
}

function commonRecipients(
  one: Rules['allowedRecipients'],
  other: Rules['allowedRecipients'],
): Rules['allowedRecipients'] {
  if (one === null || other === null) return one ?? other
  return one.filter(({ address }) => other.some((rule) => isSameAddress(rule.address, address)))
}

function commonMethods(one: Rules['allowedMethods'], other: Rules['allowedMethods']): Rules['allowedMethods'] {
  if (one === null && other === null) return null
  const common = (one ?? []).flatMap((rule) => {
    const same = (other ?? []).filter(({ contract }) => isSameAddress(contract, rule.contract))
    if (rule.selector === null) return same.map(({ selector }) => ({ ...rule, selector }))
    const isCommon = same.some(({ selector }) => selector === null || isSameSelector(selector, rule.selector))
    return isCommon ? [rule] : []
  })
  return [...new Map(common.map((rule) => [`${rule.contract} ${rule.selector}`, rule])).values()]
}

function isSameSelector(one: string, other: string | null): boolean {
  return one.toLowerCase() === other?.toLowerCase()
}
