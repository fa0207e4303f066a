import type { PolicyView } from '@/schemas/policies/contract'
import type { PolicyCode } from '@/schemas/policies/words'
import type { AssetPrice } from '@/schemas/prices/contract'
import { BLOCKED_ERROR } from '@/schemas/screening/words'
import { parseUnits } from '@/server/money/amount'
import { capValue, usdMicrosDown } from '@/server/money/usd'
import {
  approvalOfSum,
  approvalReason,
  judgeIntent,
  type PolicyRules,
  policyName,
} from '@/server/policies/judge-intent'
import type { BatchFileLine } from './read-batch-file'

const USD_DECIMALS = 6

/** The policies of the business and the project, and USD prices by symbol. */
export type PolicyLimits = { business: PolicyView; project: PolicyView; prices: readonly AssetPrice[] }
/** `blocked`: the recipients of the batch that are blocked, as `recipientsIn` returns them. */
export type BatchLimits = PolicyLimits & { blocked: ReadonlySet<string> }

/** `code`: that of the refusal; null if the line waits for a second person. */
export type BatchVerdict = { code: PolicyCode | 'address_blocked' | null; text: string }

/** The predicted result of a batch. Transfers that are accepted meanwhile may change it. */
export type BatchVerdicts = {
  /** By line of the file, without the lines that pass without an approval. */
  byLine: ReadonlyMap<number, BatchVerdict>
  /** The reason why all lines wait for a second person, by their sum. */
  approvals: readonly string[]
}

/** The recipients of the lines, each once. */
export function recipientsIn(lines: readonly BatchFileLine[]): string[] {
  return [...new Set(lines.flatMap(({ transfer }) => transfer?.to ?? []))]
}

/**
 * Judges the lines in their order as the acceptance of the batch does: by the policies, then by the blocked addresses.
 * A line counts in the 24 hours of those behind it, unless it is refused. Pure.
 */
export function judgeBatch(
  lines: readonly BatchFileLine[],
  { business, project, prices, blocked }: BatchLimits,
): BatchVerdicts {
  const priceOf = new Map(prices.map(({ symbol, priceE8 }) => [symbol, priceE8]))
  const policies = [stateOf(business, null), stateOf(project, '')].filter(({ isActive }) => isActive)
  const byLine = new Map<number, BatchVerdict>()
  let total = 0n
  let passed = 0n
  for (const { line, cells, transfer } of lines) {
    if (transfer === null) continue
    const { to: toAddress, symbol, decimals } = transfer
    const priceE8 = priceOf.get(symbol)
    const valueUsdMicros =
      priceE8 === undefined ? null : capValue(usdMicrosDown(unitsOf(cells.amount, decimals), decimals, priceE8))
    const intent = { transactionId: '', toAddress, contract: null, selector: null, valueUsdMicros }
    const verdicts = policies.map(({ rules, spent }) => ({ rules, ...judgeIntent(rules, intent, spent + passed) }))
    const broken = verdicts.find((verdict) => verdict.refusal !== null)
    total += valueUsdMicros ?? 0n
    if (broken && broken.refusal !== null) {
      byLine.set(line, { code: broken.code, text: `${policyName(broken.rules)}: ${broken.refusal}` })
    } else if (blocked.has(toAddress)) {
      byLine.set(line, { code: 'address_blocked', text: `${BLOCKED_ERROR}${toAddress}` })
    } else {
      passed += valueUsdMicros ?? 0n
      const reasons = verdicts.flatMap((verdict) =>
        verdict.refusal === null && verdict.approval ? approvalReason(verdict.rules, verdict.approval.reason) : [],
      )
      if (reasons.length > 0) byLine.set(line, { code: null, text: `Needs approval: ${reasons.join('; ')}` })
    }
  }
  return { byLine, approvals: policies.flatMap(({ rules }) => approvalOfSum(rules, total) ?? []) }
}

function stateOf(policy: PolicyView, projectId: string | null) {
  const { isActive, perTransactionUsd, dailyUsd, approvalAboveUsd, recipients, methods, spentUsd } = policy
  const rules: PolicyRules = {
    projectId,
    perTransactionMicros: microsOf(perTransactionUsd),
    dailyMicros: microsOf(dailyUsd),
    approvalAboveMicros: microsOf(approvalAboveUsd),
    allowedRecipients: recipients,
    allowedMethods: methods,
  }
  return { isActive, rules, spent: unitsOf(spentUsd, USD_DECIMALS) }
}

function microsOf(usd: string | null): bigint | null {
  return usd === null ? null : unitsOf(usd, USD_DECIMALS)
}

function unitsOf(text: string, decimals: number): bigint {
  const parsed = parseUnits(text, decimals)
  return 'units' in parsed ? parsed.units : 0n
}
