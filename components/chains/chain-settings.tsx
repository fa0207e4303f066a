'use client'

import { useQuery } from '@tanstack/react-query'
import { usePlatformShortfall } from '@/components/people/use-platform-shortfall'
import { QueryContent } from '@/components/query-content'
import { useTRPC } from '@/components/trpc'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { KeyValueList } from '@/components/ui/key-value-list'
import { LazyDialog } from '@/components/ui/lazy-dialog'
import { lazyPart } from '@/components/ui/lazy-part'
import { Skeleton } from '@/components/ui/skeleton'
import type { ChainDetail } from '@/schemas/chains/settings/contract'
import { AddAssetFactory } from './add-asset-factory'

const form = lazyPart(() => import('./edit-chain-form'))
const FINALITIES = { depth: 'By confirmations', safe: 'The tag safe', finalized: 'The tag finalized' }

/** The settings of one chain, with a button to edit them. */
export function ChainSettings({ chainId }: { chainId: number }) {
  const trpc = useTRPC()
  const query = useQuery(trpc.chains.get.queryOptions({ chainId }))
  return (
    <Card
      title="Settings"
      description="Changes that may lose money need a second operator: a higher fee cap, fewer confirmations, another gas policy."
      actions={
        query.data ? (
          <>
            {query.data.chainType === 'EVM' ? (
              <AddAssetFactory chainId={chainId} name={query.data.settings.name} />
            ) : null}
            <EditChain chain={query.data} />
          </>
        ) : null
      }
    >
      <QueryContent query={query} loading={<Skeleton className="h-48" />}>
        {(chain) => <KeyValueList columns={2} items={factsOf(chain)} />}
      </QueryContent>
    </Card>
  )
}

function EditChain({ chain }: { chain: ChainDetail }) {
  const shortfall = usePlatformShortfall()
  return (
    <LazyDialog
      part={form}
      trigger={
        <Button size="sm" disabledReason={shortfall}>
          Edit settings
        </Button>
      }
    >
      {({ EditChainForm }, state) => <EditChainForm chain={chain} {...state} />}
    </LazyDialog>
  )
}

function factsOf({ code, chainType, network, nativeSymbol, settings }: ChainDetail) {
  const { isActive, confirmations, finality, gasPolicy, feeCap, l1Fee, explorerUrl } = settings
  const isEvm = chainType === 'EVM'
  return [
    { label: 'State', value: isActive ? <Badge tone="success">Switched on</Badge> : <Badge>Switched off</Badge> },
    { label: 'Family', value: `${code}, ${network === 'MAINNET' ? 'mainnet' : 'testnet'}, coin ${nativeSymbol}` },
    { label: 'Confirmations', value: String(confirmations) },
    { label: 'Finality', value: FINALITIES[finality] },
    { label: 'Gas policy', value: gasPolicy === 'sponsored' ? 'Sponsored' : 'Debited' },
    { label: 'Fee cap', value: `${feeCap} ${isEvm ? 'gwei' : 'µlamports per compute unit'}` },
    { label: 'Layer 1 fee', value: l1Fee === 'none' ? 'None' : 'OP stack' },
    { label: 'Block time', value: `${settings.blockTimeMs} ms` },
    { label: 'Replace after', value: `${settings.bumpAfterBlocks} blocks` },
    { label: 'Unmined per wallet', value: String(settings.laneWindow) },
    { label: 'Explorer', value: <span className="break-all">{explorerUrl}</span> },
  ]
}
