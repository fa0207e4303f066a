import { KeyValueList } from '@/components/ui/key-value-list'
import { CHAIN_CONTRACTS, type ChainContract, type ChainFacts } from '@/schemas/chains/contract'

const CONTRACT_NAMES: Record<ChainContract, string> = {
  deployer: 'contract deployer',
  delegate: 'delegate',
  assetFactory: 'asset factory',
  multicall: 'multicall',
  l1FeeOracle: 'layer 1 fee oracle',
}

/** The facts that a chain has just reported about itself. */
export function ChainFactList({ facts }: { facts: ChainFacts }) {
  return (
    <section aria-label="Reported by the chain" className="rounded-md border bg-sunken px-3.5">
      <KeyValueList items={factLines(facts)} />
    </section>
  )
}

/** The reported facts of an EVM chain, as labelled lines. */
function factLines(facts: ChainFacts): { label: string; value: string }[] {
  const { chainId, head, blockTimeMs, baseFee, gasPrice, safeBlock, finalizedBlock, contracts } = facts
  const names = (isThere: boolean) =>
    CHAIN_CONTRACTS.filter((name) => contracts[name] === isThere)
      .map((name) => CONTRACT_NAMES[name])
      .join(', ') || 'none'
  return [
    { label: 'Chain id', value: String(chainId) },
    { label: 'Newest block', value: blockTimeMs === null ? head : `${head}, one every ${blockTimeMs / 1_000} s` },
    { label: 'Base fee', value: baseFee === null ? 'None: no fee market (EIP-1559)' : `${baseFee} gwei` },
    { label: 'Gas price', value: gasPrice === null ? 'Not reported' : `${gasPrice} gwei` },
    { label: 'Tags', value: `safe: ${safeBlock ?? 'unknown'}; finalized: ${finalizedBlock ?? 'unknown'}` },
    { label: 'Contracts there', value: names(true) },
    { label: 'Contracts missing', value: names(false) },
  ]
}
