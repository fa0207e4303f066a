import type { PolicyView } from '@/schemas/policies/contract'
import type { AssetPrice } from '@/schemas/prices/contract'
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

/** What applies to the project: the policies of its business and its own, and USD prices by symbol. */
export type BatchLimits = { business: PolicyView; project: PolicyView; prices: readonly AssetPrice[] }

export type BatchVerdict = { isRefused: boolean; text: string }

/** What the policies say to a batch, as things stand: what is accepted meanwhile may change it. */
export type BatchVerdicts = {
  /** By line of the file; without lines that pass and need nobody. */
  byLine: ReadonlyMap<number, BatchVerdict>
  /** Why all lines wait for a second person, by their sum. */
  approvals: readonly string[]
}

/**
 * Compares the lines with the policies in their order, as the acceptance of the batch does. A line counts in the 24
 * hours of those behind it, unless it is refused. Pure.
 */
export function judgeBatch(lines: readonly BatchFileLine[], { business, project, prices }: BatchLimits): BatchVerdicts {
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
    const broken = verdicts.find(({ refusal }) => refusal !== null)
    total += valueUsdMicros ?? 0n
    if (broken) byLine.set(line, { isRefused: true, text: `${policyName(broken.rules)}: ${broken.refusal}` })
    else {
      passed += valueUsdMicros ?? 0n
      const reasons = verdicts.flatMap((verdict) =>
        verdict.refusal === null && verdict.approval ? approvalReason(verdict.rules, verdict.approval.reason) : [],
      )
      if (reasons.length > 0) byLine.set(line, { isRefused: false, text: `Needs approval: ${reasons.join('; ')}` })
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
