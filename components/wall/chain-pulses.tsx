import { AppLink } from '@/components/layout/app-link'
import { LinkButton } from '@/components/layout/link-button'
import { TextLink } from '@/components/layout/text-link'
import { paths } from '@/components/paths'
import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { Time } from '@/components/ui/time'
import type { ChainPulse } from '@/schemas/wall/contract'

/** Each chain's newest block and what waits on it. */
export function ChainPulses({ chains }: { chains: readonly ChainPulse[] }) {
  const silent = chains.filter(isSilent)
  return (
    <Card title="Chains" actions={<LinkButton href={paths.lanes}>All lanes</LinkButton>} flush>
      <ul className="grid sm:grid-cols-2 xl:grid-cols-3">
        {chains
          .filter((chain) => !isSilent(chain))
          .map((chain) => (
            <li key={chain.chainId} className="-mb-px border-b">
              <AppLink href={paths.chain(chain.chainId)} className="block h-full px-5 py-3.5 hover:bg-muted/60">
                <p className="flex flex-wrap items-center justify-between gap-2">
                  <span className="font-medium">
                    {chain.name}{' '}
                    {chain.network === 'TESTNET' && !/testnet/i.test(chain.name) ? (
                      <span className="text-muted-foreground text-xs">testnet</span>
                    ) : null}
                  </span>
                  <Pulse chain={chain} />
                </p>
                <p className="tabular mt-0.5 text-[0.8125rem] text-muted-foreground">
                  {chain.blockNumber === null ? (
                    'No block yet'
                  ) : (
                    <>
                      Block {chain.blockNumber} · <Time value={chain.blockAt} />
                    </>
                  )}
                </p>
                <p className="tabular text-[0.8125rem]">
                  {chain.open === 0 ? (
                    <span className="text-muted-foreground">No pending transactions</span>
                  ) : (
                    <>
                      {chain.open} pending, oldest <Time value={chain.oldestAt} />
                    </>
                  )}
                </p>
              </AppLink>
            </li>
          ))}
      </ul>
      {silent.length > 0 ? (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t px-5 py-3.5 text-[0.8125rem]">
          <Badge tone="warning">{silent.length} without a block yet</Badge>
          {silent.map(({ chainId, name }) => (
            <TextLink key={chainId} href={paths.chain(chainId)}>
              {name}
            </TextLink>
          ))}
        </p>
      ) : null}
    </Card>
  )
}

/** A chain that no node answered for yet, with nothing that waits for one: most often it has no endpoint. */
function isSilent({ isActive, blockNumber, open }: ChainPulse): boolean {
  return isActive && blockNumber === null && open === 0
}

function Pulse({ chain }: { chain: ChainPulse }) {
  if (!chain.isActive) return <Badge>Disabled</Badge>
  if (chain.blockNumber === null) return <Badge tone="warning">Not responding</Badge>
  return chain.isLate ? <Badge tone="danger">No new block</Badge> : <Badge tone="success">Healthy</Badge>
}
