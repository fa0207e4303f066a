'use client'

import { ChainName } from '@/components/chains/chain-name'
import { useChain } from '@/components/chains/use-chains'
import { metadataFacts } from '@/components/transactions/metadata-facts'
import { Address } from '@/components/ui/address'
import { Amount } from '@/components/ui/amount'
import { Card } from '@/components/ui/card'
import { KeyValueList } from '@/components/ui/key-value-list'
import { Time } from '@/components/ui/time'
import { explorerUrl } from '@/components/wallets/explorer-url'
import type { TokenView } from '@/schemas/tokens/contract'
import { exactMoney } from '@/server/money/display-amount'
import { EditDocuments } from './edit-documents'
import { limitSentences } from './limits-text'
import { CLASS_NAMES, TYPE_NAMES } from './token-displays'
import { YieldFacts } from './yield-facts'

/** The facts of a token, its limits and its documents. */
export function TokenOverview({ projectId, token }: { projectId: string; token: TokenView }) {
  const explore = useExplorer(projectId, token.chainId)
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <Card title="Asset">
        <KeyValueList
          items={[
            {
              label: 'Contract',
              value: (
                <Address
                  value={token.contractAddress}
                  kind="contract address"
                  full
                  explorerUrl={explore(`address/${token.contractAddress}`)}
                />
              ),
            },
            {
              label: 'Token admin',
              value: (
                <Address
                  value={token.tokenAdmin}
                  kind="token admin"
                  full
                  explorerUrl={explore(`address/${token.tokenAdmin}`)}
                />
              ),
            },
            { label: 'Chain', value: <ChainName projectId={projectId} chainId={token.chainId} withId /> },
            { label: 'Class', value: CLASS_NAMES[token.assetClass] },
            { label: 'Type', value: TYPE_NAMES[token.tokenType] },
            { label: 'Issue price', value: `${exactMoney(String(token.price), 'USD')} per token` },
            { label: 'Supply', value: <Amount value={token.totalSupply} exact className="wrap-anywhere" /> },
            { label: 'Decimals', value: token.decimals },
            {
              label: 'Reference',
              value: <span className="break-all">{token.reference}</span>,
              hidden: !token.reference,
            },
            ...metadataFacts(token.metadata),
            { label: 'ID', value: <Address value={token.id} kind="id" /> },
            {
              label: 'Deployment',
              value: token.txHash ? (
                <Address value={token.txHash} kind="transaction hash" explorerUrl={explore(`tx/${token.txHash}`)} />
              ) : (
                'Not signed yet'
              ),
            },
            { label: 'Issued', value: <Time value={token.createdAt} /> },
          ]}
        />
      </Card>
      <div className="space-y-6">
        <Card title="Limits">
          <ul className="list-disc space-y-1.5 pl-5">
            {limitSentences(token).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </Card>
        {token.yieldParams ? (
          <YieldFacts projectId={projectId} chainId={token.chainId} params={token.yieldParams} />
        ) : null}
        <Card title="Documents" actions={<EditDocuments projectId={projectId} token={token} />}>
          <Documents documents={token.documents} />
        </Card>
      </div>
    </div>
  )
}

function Documents({ documents }: Pick<TokenView, 'documents'>) {
  if (documents.length === 0)
    return (
      <p className="text-muted-foreground">
        No documents yet. Add links for investors, such as a prospectus, terms or a valuation.
      </p>
    )
  return (
    <ul className="space-y-2">
      {documents.map(({ title, url }) => (
        <li key={`${title} ${url}`} className="min-w-0">
          <a
            href={url}
            target="_blank"
            rel="noreferrer"
            className="break-words font-medium underline underline-offset-4"
          >
            {title}
            <span className="sr-only"> (new tab)</span>
          </a>
          <span className="block break-all text-[0.8125rem] text-muted-foreground">{new URL(url).host}</span>
        </li>
      ))}
    </ul>
  )
}

/** The explorer's page of an address or transaction; null until chains are loaded. */
function useExplorer(projectId: string, chainId: number) {
  const chain = useChain(projectId, chainId)
  return (path: `tx/${string}` | `address/${string}`) => explorerUrl(chain, path)
}
