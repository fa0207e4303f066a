import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { AppLink } from '@/components/layout/app-link'
import { paths } from '@/components/paths'
import { Card } from '@/components/ui/card'
import { ToneIcon } from '@/components/ui/tone-icon'
import type { Attention } from '@/schemas/projects/contract'
import { displayUsd } from '@/server/money/display-amount'
import { formatDay } from '@/server/text/format-day'

type NeedsAttentionProps = { projectId: string; attention: Attention }

/** The problems that need attention, each a link to the page that resolves it; nothing if all is well. */
export function NeedsAttention({ projectId, attention }: NeedsAttentionProps) {
  const {
    failedWebhooks,
    stuckTransactions,
    approvals,
    pausedSubscriptions,
    pausedEndpoints,
    failingSubscriptions,
    failingEndpoints,
    endingPlans,
    lowBalanceUsd,
  } = attention
  const items: { id: string; href: string; isShown: boolean; text: ReactNode }[] = [
    {
      id: 'approvals',
      href: paths.approvals(projectId),
      isShown: approvals > 0,
      text: approvals === 1 ? '1 transaction awaits approval' : `${approvals} transactions await approval`,
    },
    {
      id: 'stuck',
      href: `${paths.transactions(projectId)}?status=PENDING`,
      isShown: stuckTransactions > 0,
      text: `${stuckTransactions === 1 ? '1 transaction has been waiting' : `${stuckTransactions} transactions have been waiting`} for a block for more than ten minutes`,
    },
    {
      id: 'webhooks',
      href: `${paths.webhooks(projectId)}?status=failed`,
      isShown: failedWebhooks > 0,
      text: `${failedWebhooks === 1 ? '1 webhook delivery' : `${failedWebhooks} webhook deliveries`} failed in the last seven days`,
    },
    {
      id: 'failing-events',
      href: paths.events(projectId),
      isShown: failingSubscriptions > 0,
      text: `${failingSubscriptions === 1 ? '1 event subscription has' : `${failingSubscriptions} event subscriptions have`} delivered nothing for ten minutes or more: the URL accepts no event`,
    },
    {
      id: 'failing-endpoints',
      href: paths.webhookEndpoints(projectId),
      isShown: failingEndpoints > 0,
      text: `${failingEndpoints === 1 ? '1 webhook endpoint has' : `${failingEndpoints} webhook endpoints have`} received nothing for ten minutes or more: the URL accepts no event`,
    },
    {
      id: 'events',
      href: `${paths.events(projectId)}?status=paused`,
      isShown: pausedSubscriptions > 0,
      text: `${pausedSubscriptions === 1 ? '1 event subscription was' : `${pausedSubscriptions} event subscriptions were`} paused after failed deliveries`,
    },
    {
      id: 'endpoints',
      href: paths.webhookEndpoints(projectId),
      isShown: pausedEndpoints > 0,
      text: `${pausedEndpoints === 1 ? '1 webhook endpoint was' : `${pausedEndpoints} webhook endpoints were`} paused after failed deliveries`,
    },
    ...endingPlans.map(({ subscriptionId, product, plan, endsAt, isUnpaid }) => ({
      id: subscriptionId,
      href: paths.subscription(projectId, subscriptionId),
      isShown: true,
      text: `${product}: the ${plan} plan ends ${formatDay(new Date(endsAt))}${isUnpaid ? ' unless you pay its renewal' : ''}, and calls that need it are refused from then on`,
    })),
    {
      id: 'balance',
      href: paths.balance(projectId),
      isShown: lowBalanceUsd !== null,
      text: `Only ${displayUsd(lowBalanceUsd ?? '0')} is left for the gas of mainnet transactions`,
    },
  ]
  const shown = items.filter(({ isShown }) => isShown)
  if (shown.length === 0) return null
  return (
    <Card title="Needs attention" flush>
      <ul className="divide-y">
        {shown.map(({ id, href, text }) => (
          <li key={id}>
            <AppLink href={href} className="flex items-center gap-3 px-5 py-3.5 hover:bg-muted/60">
              <ToneIcon tone="warning" className="text-warning-foreground" />
              <span className="min-w-0 flex-1">{text}</span>
              <ChevronRight aria-hidden className="size-4 shrink-0 text-muted-foreground" />
            </AppLink>
          </li>
        ))}
      </ul>
    </Card>
  )
}
