'use client'

import { useQuery } from '@tanstack/react-query'
import { useQueryStates } from 'nuqs'
import { StatLink } from '@/components/layout/stat-link'
import { paths } from '@/components/paths'
import { QueryPage } from '@/components/query-page'
import { useTRPC } from '@/components/trpc'
import { Alert } from '@/components/ui/alert'
import { Amount } from '@/components/ui/amount'
import { StatCard } from '@/components/ui/stat-card'
import { StateBadge } from '@/components/ui/state-badge'
import { type TabItem, Tabs } from '@/components/ui/tabs'
import type { TokenView } from '@/schemas/tokens/contract'
import type { TokenStatus } from '@/schemas/tokens/words'
import { exactMoney, groupDigits } from '@/server/money/display-amount'
import { CouponTable } from './coupon-table'
import { HolderPanel } from './holder-panel'
import { OperationTable } from './operation-table'
import { TokenActions } from './token-actions'
import { TOKEN_DISPLAYS } from './token-displays'
import { type TokenTab, tokenPageFilter } from './token-filter'
import { TokenOverview } from './token-overview'
import { WalletPanel } from './wallet-panel'

type Notice = { tone: 'neutral' | 'warning' | 'danger'; text: string }

const NOTICES: Partial<Record<TokenStatus, Notice>> = {
  PENDING: { tone: 'neutral', text: 'The contract is being deployed to the address below.' },
  FAILED: {
    tone: 'danger',
    text: 'The deployment failed. See the operations for the reason, then issue the token again.',
  },
  PAUSED: { tone: 'warning', text: 'The token is paused. Holders cannot transfer it until you unpause it.' },
  MATURED: { tone: 'warning', text: 'The token has matured. Pay the last coupon, then redeem it.' },
  REDEEMING: {
    tone: 'warning',
    text: 'The token is being redeemed and cannot be transferred. If the redemption stops, see the operations for the reason, then redeem it again.',
  },
  REDEEMED: { tone: 'neutral', text: 'The token was redeemed. The principal was paid and all tokens were burned.' },
}

const REFRESH_MS = 2_500

/** One token: its terms, holders, payments and operations. */
export function TokenPage({ projectId, tokenId }: { projectId: string; tokenId: string }) {
  const trpc = useTRPC()
  const query = useQuery(trpc.tokens.get.queryOptions({ projectId, tokenId }, { refetchInterval: REFRESH_MS }))
  return (
    <QueryPage
      query={query}
      title="Token"
      breadcrumbs={[{ label: 'Tokens', href: paths.tokens(projectId) }]}
      head={(token) => ({
        title: token.ticker,
        description: token.name,
        badge: <StateBadge state={token.status} displays={TOKEN_DISPLAYS} />,
        actions: <TokenActions projectId={projectId} token={token} />,
      })}
    >
      {(token) => (
        <>
          <TokenNotices token={token} />
          <div className="grid grid-cols-2 gap-4 sm:grid-cols-3">
            <div className="col-span-2 sm:col-span-1">
              <StatLink
                label="Supply"
                value={<Amount value={token.totalSupply} />}
                hint={token.ticker}
                href={`${paths.token(projectId, token.id)}?tab=operations`}
              />
            </div>
            <StatLink
              label="Investors"
              value={formatCount(token.holderCount)}
              hint={maxInvestors(token)}
              href={`${paths.token(projectId, token.id)}?tab=holders`}
            />
            <StatCard label="Issue price" value={exactMoney(String(token.price), 'USD')} hint="Per token" />
          </div>
          <TokenTabs projectId={projectId} token={token} />
        </>
      )}
    </QueryPage>
  )
}

function maxInvestors({ maxShareholders }: TokenView): string {
  return maxShareholders === 0 ? 'No maximum' : `Maximum ${formatCount(maxShareholders)}`
}

function formatCount(count: number): string {
  return groupDigits(String(count))
}

function TokenTabs({ projectId, token }: { projectId: string; token: TokenView }) {
  const [{ tab }, setFilter] = useQueryStates(tokenPageFilter)
  const shared = { projectId, token }
  const tabs: TabItem<TokenTab>[] = [
    { value: 'overview', label: 'Overview', content: <TokenOverview {...shared} /> },
    { value: 'holders', label: 'Holders', content: <HolderPanel {...shared} /> },
    { value: 'wallets', label: 'Registered wallets', content: <WalletPanel {...shared} /> },
    ...(token.yieldParams === null
      ? []
      : [{ value: 'coupons' as const, label: 'Coupons', content: <CouponTable {...shared} /> }]),
    { value: 'operations', label: 'Operations', content: <OperationTable {...shared} /> },
  ]
  return (
    <Tabs
      aria-label="Views of the token"
      tabs={tabs}
      value={tab}
      onValueChange={(value) => setFilter({ tab: value, page: null })}
    />
  )
}

/** Notices that a reader of a token has to see first. */
function TokenNotices({ token }: { token: TokenView }) {
  const notice = NOTICES[token.status]
  return notice ? <Alert tone={notice.tone}>{notice.text}</Alert> : null
}
