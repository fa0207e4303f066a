import type { Chain } from '@/server/chains/registry'
import { callEveryEndpoint, type EndpointAnswers } from '@/server/chains/rpc'
import { accountCalls, type SolanaAccount, toAccounts } from '@/server/chains/solana/read-accounts'
import { type Plan, type PlanFacts, planTransfers } from './plan-transfers'

/**
 * A transfer fails because of its accounts only if every endpoint that answers confirms it: one that lags behind must
 * not undo a deposit. A transfer that an endpoint contradicts, or that no endpoint confirms, waits again. Never throws.
 */
export async function proveShortage(
  chain: Chain,
  short: Plan['fail'],
  facts: PlanFacts,
): Promise<{ proven: Plan['fail']; contradicted: Plan['fail'] }> {
  if (short.length === 0 || chain.rpcUrls.length === 1) return { proven: short, contradicted: [] }
  // The addresses of the first read, including accounts that it did not find.
  const addresses = [...facts.accounts.keys()]
  const views = (await callEveryEndpoint(chain, accountCalls(addresses))).flatMap((response) =>
    viewOf(response, addresses),
  )
  const isProven = ({ queued }: Plan['fail'][number]) =>
    views.length > 0 && views.every((accounts) => planTransfers([queued], { ...facts, accounts }).fail.length > 0)
  return { proven: short.filter(isProven), contradicted: short.filter((one) => !isProven(one)) }
}

function viewOf({ answers }: EndpointAnswers, addresses: readonly string[]): Map<string, SolanaAccount | null>[] {
  if (!answers) return []
  try {
    return [toAccounts(addresses, answers)]
  } catch {
    return []
  }
}
